import { queryOptions } from "@tanstack/react-query";
import {
  acceptInvitation,
  invitationState,
  inviteHost,
  listPeople,
  removeHost,
  withdrawInvitation,
} from "#contract/people.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { call, queryOf } from "./client.ts";

export const peopleQuery = queryOf(listPeople, {}, { staleTime: 0 });
export const invite = (email: string) => call(inviteHost, { body: { email } });
export const withdraw = (id: string) => call(withdrawInvitation, { params: { id } });
export const removePerson = (input: CallInput<typeof removeHost>) => call(removeHost, input);

/** `token` is the token in the opened link. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ["invitation", token],
    queryFn: () => call(invitationState, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
export const accept = (body: CallInput<typeof acceptInvitation>["body"]) => call(acceptInvitation, { body });

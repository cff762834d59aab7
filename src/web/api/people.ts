import { queryOptions } from "@tanstack/react-query";
import * as contract from "#contract/people.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { call, freshQuery } from "./client.ts";

export const peopleQuery = freshQuery(contract.listPeople, {});
export const invite = (email: string) => call(contract.inviteHost, { body: { email } });
export const withdraw = (id: string) => call(contract.withdrawInvitation, { params: { id } });
export const removePerson = (input: CallInput<typeof contract.removeHost>) => call(contract.removeHost, input);

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ["invitation", token],
    queryFn: () => call(contract.invitationState, { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
export const accept = (body: CallInput<typeof contract.acceptInvitation>["body"]) =>
  call(contract.acceptInvitation, { body });

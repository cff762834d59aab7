import type { Content } from "#domain/property/content.ts";
import {
  withDecision,
  type Decision,
  factsOf,
  mayDecide,
  type Piece,
  PIECE_NAMES,
  samplePieces,
  type Samples,
} from "#domain/property/samples.ts";
import type { PieceView } from "#contract/samples.ts";
import type { RecordAct } from "../core/host.ts";
import { versionOf } from "../runtime/version-of.ts";
import type { ContentStore } from "./ports.ts";

export type SampleNeeds = { contents: ContentStore; record: RecordAct; changed: () => void };

export type DecideResult = { ok: true; pieces: PieceView[] } | { ok: false; reason: "not-offered" };

const ACTS: Record<Decision, string> = {
  keep: "Kept a part of the content",
  hide: "Hid a part of the content",
  show: "Showed a part of the content again",
};

/** Records that the host keeps or hides a section of the content, or shows it again. */
export async function decideSample(
  { contents, record, changed }: SampleNeeds,
  piece: Piece,
  decision: Decision,
  actor: string,
): Promise<DecideResult> {
  if (!mayDecide(piece, decision)) return { ok: false, reason: "not-offered" };
  const result = await contents.inExclusiveTransaction(async (trx, content) => {
    const before = await contents.readSamples(trx);
    const after = withDecision(before, piece, decision);
    await contents.writeSamples(trx, after);
    await record({ actor, act: ACTS[decision], subject: factsOf(piece).title }, trx);
    return { ok: true as const, pieces: piecesOf(content, after) };
  });
  changed();
  return result;
}

export function piecesOf(content: Content, samples: Samples): PieceView[] {
  const open = samplePieces(content, samples, versionOf);
  return PIECE_NAMES.map((piece) => {
    const { title, tab } = factsOf(piece);
    const state = samples.hidden.includes(piece) ? "hidden" : open.includes(piece) ? "sample" : "done";
    return { piece, title, tab, state, mayKeep: mayDecide(piece, "keep"), mayHide: mayDecide(piece, "hide") };
  });
}

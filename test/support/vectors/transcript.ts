import { getMember, isJsonArray, isJsonObject, type Json } from '../../../src/json/json.ts';
import { parseJson } from '../../../src/json/parse.ts';
import { printJson } from '../../../src/json/print.ts';
import { sampleOf } from '../generate/sample.ts';
import { readVector } from '../paths.ts';

/** A step of a `wallet-transcript-1` file (vectors/core-recorded/wallet/README.md). */
export type TranscriptStep = {
  readonly method: string;
  readonly wallet: string | undefined;
  /** The exact text of the parameters. */
  readonly params: string;
  readonly body: string;
  readonly status: number;
  readonly result: Json;
  /** Null if the call succeeded. */
  readonly error: Json;
  readonly help: boolean;
  readonly ignore: readonly string[];
  readonly unordered: boolean;
};

type TranscriptCase = {
  readonly id: string;
  readonly category: string;
  readonly description: string;
  readonly freshNode: boolean;
  readonly nodeArgs: readonly string[];
  readonly steps: readonly TranscriptStep[];
  /** All members, for those that only some files have. */
  readonly json: Json;
};

export type Transcript = {
  readonly world: string | undefined;
  readonly nodeArgs: readonly string[];
  readonly setup: readonly TranscriptStep[];
  readonly cases: readonly TranscriptCase[];
  readonly json: Json;
};

/** Samples wallets, each with all its steps, because a wallet's steps depend on earlier ones. */
export function sampleOfWallets(transcript: Transcript): Transcript {
  const { setup, cases } = transcript;
  const names = [...new Set(setup.map(({ wallet }) => wallet))];
  const kept = new Set(sampleOf(names, 4));
  const isKept = ({ wallet }: TranscriptStep) => wallet === undefined || kept.has(wallet);
  return {
    ...transcript,
    setup: setup.filter(isKept),
    cases: cases.filter(({ steps }) => steps.every(isKept)),
  };
}

/** Parses with our own exact JSON, so that the spelling of numbers is kept. */
export function readTranscript(name: string): Transcript {
  const json =
    parseJson(readVector(name.includes('/') ? name : `core-recorded/wallet/${name}`)) ?? null;
  return {
    world: textOrNone(member(json, 'world')),
    nodeArgs: list(member(member(json, 'node'), 'args')).map(text),
    setup: list(member(json, 'setup')).map(readStep),
    cases: list(member(json, 'cases')).map((entry) => ({
      id: text(member(entry, 'id')),
      category: text(member(entry, 'category')),
      description: text(member(entry, 'description')),
      freshNode: member(entry, 'fresh_node') === true,
      nodeArgs: list(member(entry, 'node_args')).map(text),
      steps: list(member(entry, 'steps')).map(readStep),
      json: entry,
    })),
    json,
  };
}

function readStep(step: Json): TranscriptStep {
  const method = text(member(step, 'method'));
  const params = text(member(step, 'params'));
  const error = member(step, 'error');
  const status = member(step, 'status');
  const members = isJsonObject(error) ? error.members.filter(([key]) => key !== 'help') : [];
  return {
    method,
    wallet: textOrNone(member(step, 'wallet')),
    params,
    body: `{"jsonrpc":"1.0","id":"o","method":"${method}","params":${params}}`,
    status: status === null ? 200 : Number(printJson(status)),
    result: member(step, 'result'),
    error: error === null ? null : { members },
    help: member(error, 'help') === true,
    ignore: list(member(step, 'ignore')).map(text),
    unordered: member(step, 'unordered') === true,
  };
}

export const member = (value: Json, key: string): Json =>
  isJsonObject(value) ? getMember(value, key) : null;
export const list = (value: Json): readonly Json[] => (isJsonArray(value) ? value : []);
export const text = (value: Json): string => (typeof value === 'string' ? value : '');
const textOrNone = (value: Json): string | undefined =>
  typeof value === 'string' ? value : undefined;

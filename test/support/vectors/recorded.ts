import { expect } from 'vitest';
import { getMember, isJsonArray, isJsonObject, type Json } from '../../../src/json/json.ts';
import { parseJson } from '../../../src/json/parse.ts';
import { printJson } from '../../../src/json/print.ts';
import { readVector } from '../paths.ts';

/** A recorded call: the posted text, and the node's answer (vectors/core-recorded/README.md). */
export type RecordedStep = {
  readonly body: string;
  readonly status: number;
  /** The complete answer, on one line. */
  readonly text: string;
  /** True if the answer is Core's help text, of which only the first line was kept. */
  readonly help: boolean;
};

export type RecordedCase = {
  readonly id: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly steps: readonly RecordedStep[];
};

export function readRecorded(name: string, folder = 'core-recorded'): RecordedCase[] {
  return parseRecorded(readVector(`${folder}/${name}`));
}

/** Parses with our own exact JSON, so that the spelling of numbers is kept. */
export function parseRecorded(content: string): RecordedCase[] {
  const file = parseJson(content) ?? null;
  return list(member(file, 'cases')).map((entry) => ({
    id: text(member(entry, 'id')),
    description: text(member(entry, 'description')),
    tags: list(member(entry, 'tags')).map(text),
    steps: list(member(entry, 'steps')).map(readStep),
  }));
}

function readStep(step: Json): RecordedStep {
  const error = member(step, 'error');
  const help = member(error, 'help') === true;
  const members = isJsonObject(error) ? error.members.filter(([key]) => key !== 'help') : [];
  const answer = member(step, 'response') ?? {
    members: [
      ['result', member(step, 'result')],
      ['error', error === null ? null : { members }],
      ['id', 'o'],
    ] as const,
  };
  return {
    body: text(member(step, 'body')),
    status: Number(printJson(member(step, 'status'))),
    text: member(step, 'text') === null ? `${printJson(answer)}\n` : text(member(step, 'text')),
    help,
  };
}

/** Compares status and text with the recorded ones. Of a help text only the first line counts. */
export function expectRecorded(
  step: RecordedStep,
  reply: { readonly status: number; readonly text: string },
): void {
  const given = step.help ? cutHelp(reply.text) : reply.text;
  expect({ status: reply.status, text: given }).toEqual({ status: step.status, text: step.text });
}

/** Cuts each help text in a reply, recognized by its empty line, to the first line. */
export function cutHelp(reply: string): string {
  return reply.replace(/("message":"(?:[^"\\]|\\[^n])*)\\n\\n(?:[^"\\]|\\.)*"/g, '$1"');
}

const member = (value: Json, key: string): Json =>
  isJsonObject(value) ? getMember(value, key) : null;
const list = (value: Json): readonly Json[] => (isJsonArray(value) ? value : []);
const text = (value: Json): string => (typeof value === 'string' ? value : '');

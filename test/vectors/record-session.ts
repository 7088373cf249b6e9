// Sends all steps of a transcript to a real node again and stores its answers: node .ci/ts.mjs
// test/vectors/record-session.ts NAME. vectors/node-recorded/NAME.json holds world, wallets, setup
// and steps, which are kept, and the answers, which are replaced.
import { readFileSync, writeFileSync } from 'node:fs';
import { isJsonArray, isJsonObject, type Json, jsonObject } from '../../src/json/json.ts';
import { parseJson } from '../../src/json/parse.ts';
import { printJson } from '../../src/json/print.ts';
import { blocksOf, readWorldFile } from '../support/chains/world.ts';
import { startNode } from '../support/nodes/node.ts';
import { vectorPath } from '../support/paths.ts';
import { list, member, text } from '../support/vectors/transcript.ts';

/** Members that only this node or Core of its time has. */
const OWN_MEMBERS = new Set(['in_mempool', 'bip125-replaceable', 'iswatchonly']);

const path = vectorPath(`node-recorded/${process.argv[2]}.json`);
const session = parseJson(readFileSync(path, 'utf8')) ?? null;
const world = readWorldFile(text(member(session, 'world')));
const node = await startNode(`-mocktime=${world.mocktime}`, '-keypool=20');

async function post(method: string, params: string, path = '/') {
  const { origin, username, password } = new URL(node.url);
  const login = Buffer.from(`${username}:${password}`).toString('base64');
  const reply = await fetch(origin + path, {
    method: 'POST',
    headers: { authorization: `Basic ${login}` },
    body: `{"jsonrpc":"1.0","id":"o","method":"${method}","params":${params}}`,
  });
  return { status: reply.status, answer: parseJson(await reply.text()) ?? null };
}

const call = (method: string, ...params: readonly unknown[]) =>
  post(method, JSON.stringify(params));

/** Returns the step with the node's answer; of a help text only the first line. */
async function record(step: Json): Promise<Json> {
  const wallet = text(member(step, 'wallet'));
  const { status, answer } = await post(
    text(member(step, 'method')),
    text(member(step, 'params')),
    wallet === '' ? '/' : `/wallet/${wallet}`,
  );
  await call('syncwithvalidationinterfacequeue');
  const asked = membersOf(step).filter(([key]) => !['status', 'result', 'error'].includes(key));
  const error = member(answer, 'error');
  if (error === null) return { members: [...asked, ['result', shared(member(answer, 'result'))]] };
  const [message = '', ...more] = text(member(error, 'message')).split('\n\n');
  const kept = { code: member(error, 'code'), message, ...(more.length > 0 && { help: true }) };
  return { members: [...asked, ['status', { number: `${status}` }], ['error', jsonObject(kept)]] };
}

const membersOf = (value: Json) => (isJsonObject(value) ? value.members : []);

function shared(value: Json): Json {
  if (isJsonArray(value)) return value.map(shared);
  if (!isJsonObject(value)) return value;
  const members = value.members.filter(([key]) => !OWN_MEMBERS.has(key));
  return { members: members.map(([key, each]) => [key, shared(each)]) };
}

async function recordAll(steps: readonly Json[]): Promise<readonly Json[]> {
  const recorded: Json[] = [];
  for (const step of steps) recorded.push(await record(step));
  return recorded;
}

const withMember = (value: Json, name: string, part: Json): Json => ({
  members: membersOf(value).map(([key, each]) => [key, key === name ? part : each]),
});

try {
  for (const block of blocksOf(world)) await call('submitblock', block);
  for (const transaction of world.mempool ?? []) await call('sendrawtransaction', transaction);
  for (const wallet of list(member(session, 'wallets'))) {
    await call('createwallet', text(member(wallet, 'name')), false, true);
  }
  const setup = await recordAll(list(member(session, 'setup')));
  const lines: string[] = [];
  for (const each of list(member(session, 'cases'))) {
    const steps = await recordAll(list(member(each, 'steps')));
    lines.push(printJson(withMember(each, 'steps', steps)));
  }
  const head = membersOf(withMember(session, 'setup', setup)).filter(([key]) => key !== 'cases');
  const start = printJson({ members: head }).slice(0, -1);
  writeFileSync(path, `${start},"cases":[\n${lines.join(',\n')}\n]}\n`);
} finally {
  await node.stop();
}

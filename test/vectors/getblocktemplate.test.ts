import { describe, expect, test } from 'vitest';
import type { OptionReader } from '../../src/adapters/options/option-specs.ts';
import {
  readConsensusParams,
  readMiningOptions,
} from '../../src/adapters/options/read-mining-options.ts';
import type { ConsensusParams } from '../../src/chain/consensus.ts';
import { nobleSecp256k1 } from '../../src/crypto/noble.ts';
import { networks } from '../../src/encoding/network.ts';
import { isJsonArray, type Json } from '../../src/json/json.ts';
import { parseJson } from '../../src/json/parse.ts';
import { printJson } from '../../src/json/print.ts';
import { createTemplateCache, type Mining } from '../../src/mining/mining.ts';
import type { Context } from '../../src/rpc/context.ts';
import { handleBody } from '../../src/rpc/envelope.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { loadWorld, transactionOf, type World } from '../support/chains/world.ts';
import { cutHelp } from '../support/vectors/recorded.ts';
import { list, readTranscript, type TranscriptStep, text } from '../support/vectors/transcript.ts';

const files = ['0', '16', '143', '149', 'mempool', 'request'];

type Node = { readonly world: World; readonly mining: Mining };

function optionsOf(args: readonly string[]): OptionReader {
  const texts = (name: string) =>
    args.filter((arg) => arg.startsWith(`-${name}=`)).map((arg) => arg.slice(name.length + 2));
  const last = (name: string) => texts(name).at(-1);
  return {
    list: texts,
    text: last,
    flag: () => undefined,
    integer: (name) => (last(name) === undefined ? undefined : Number(last(name))),
  };
}

function startNode(worldName: string, args: readonly string[]): Node {
  const options = readMiningOptions(optionsOf(args));
  const params = readConsensusParams('regtest', optionsOf(args));
  if ('error' in options || 'error' in params) throw new Error(`not a node: ${args.join(' ')}`);
  return {
    world: loadWorld(worldName, params as ConsensusParams),
    mining: { options, params, cache: createTemplateCache() },
  };
}

/** Applies a recorded call that we do not answer but that changes the node. */
function applyHelper({ world }: Node, step: TranscriptStep): void {
  const params = list(parseJson(step.params) ?? null);
  const submit = (hex: Json) => {
    expect(world.chain.submit(transactionOf(text(hex)))).toBeDefined();
  };
  if (step.method === 'setmocktime') world.time = Number(printJson(params[0] ?? null));
  else if (step.error !== null) return;
  else if (step.method === 'sendrawtransaction') submit(params[0] ?? null);
  else if (step.method === 'submitpackage') {
    for (const hex of isJsonArray(params[0] ?? null) ? list(params[0] ?? null) : []) submit(hex);
  } else if (step.method === 'prioritisetransaction') {
    world.chain.prioritise(text(params[0] ?? null), BigInt(printJson(params[2] ?? null)));
  } else throw new Error(`a helper that is not known: ${step.method}`);
}

async function replay(node: Node, step: TranscriptStep): Promise<void> {
  if (step.method !== 'getblocktemplate') {
    applyHelper(node, step);
    return;
  }
  const context: Context = {
    network: networks.regtest,
    profile: 'core',
    secp256k1: nobleSecp256k1,
    chain: node.world.chain.source,
    mining: node.mining,
    now: () => node.world.time,
    reportBug: (error) => {
      throw error;
    },
  };
  const reply = await handleBody(step.body, { methods, context });
  const recorded: Json = {
    members: [
      ['result', step.result],
      ['error', step.error],
      ['id', 'o'],
    ],
  };
  const given = step.help ? cutHelp(reply.text) : reply.text;
  expect({ status: reply.status, text: given }).toEqual({
    status: step.status,
    text: `${printJson(recorded)}\n`,
  });
}

describe.each(files)('Core recorded getblocktemplate-%s', (name) => {
  const transcript = readTranscript(`getblocktemplate-${name}.json`);
  const world = transcript.world ?? '';
  let shared: Node | undefined;
  test.each(transcript.cases)('$id $description', async ({ freshNode, nodeArgs, steps }) => {
    shared ??= freshNode ? undefined : startNode(world, transcript.nodeArgs);
    const node =
      shared === undefined || freshNode
        ? startNode(world, [...transcript.nodeArgs, ...nodeArgs])
        : shared;
    for (const step of steps) await replay(node, step);
  });
});

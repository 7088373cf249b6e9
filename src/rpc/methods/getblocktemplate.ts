import type { Block } from '../../chain/block.ts';
import { blockHash } from '../../chain/block-codec.ts';
import { type ConsensusParams, consensusParams } from '../../chain/consensus.ts';
import type { ChainSource, ChainTip } from '../../chain/source.ts';
import { type Json, jsonNumber, jsonObject } from '../../json/json.ts';
import { chainFacts, type MiningError } from '../../mining/facts.ts';
import { createTemplateCache, type Mining, type TemplateCache } from '../../mining/mining.ts';
import { defaultMiningOptions } from '../../mining/options.ts';
import { type BlockTemplate, buildTemplate, refresh } from '../../mining/template.ts';
import { testBlock } from '../../mining/test-block.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { invalid, miscError, RpcCode, RpcError } from '../error.ts';
import { hex, list, object, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import {
  parseTemplateRequest,
  parseUpdateCounter,
  splitLongpollId,
} from '../parse/template-request.ts';
import { profileRules } from '../profile.ts';
import { blockTemplateResult, shapeBlockTemplate } from '../results/block-template-result.ts';
import { parseHashV } from '../values.ts';

export const getblocktemplate = defineMethod({
  name: 'getblocktemplate',
  category: 'Mining',
  summary:
    'Return a template for a block on top of the chain, from its mempool (BIP 22, 23, 9, 145);\n' +
    'or, with mode "proposal", check a block that could follow the tip.',
  params: [
    object('template_request', 'Options of the template', [
      str('mode', '"template", or "proposal" (BIP 23)', { defaultHint: '"template"' }),
      list.optional('capabilities', 'The capabilities of the miner; ignored', [
        str.optional('str'),
      ]),
      list(
        'rules',
        'The soft forks that the miner supports: always "segwit", on signet also "signet"',
        [str('segwit', 'Literally'), str.optional('str', 'Others')],
      ),
      str.optional(
        'longpollid',
        'The longpollid of an earlier template. The call returns when there is a better one',
      ),
      hex.optional('data', 'The block in hexadecimal, for mode "proposal"'),
    ]),
  ],
  result: blockTemplateResult,
  examples: [`getblocktemplate '{"rules": ["segwit"]}'`],
  async run({ template_request }, context) {
    const request = parseTemplateRequest(template_request);
    const source = requireChain(context, 'getblocktemplate');
    const call: Call = { source, ...miningOf(context), context };
    if (request.mode === 'proposal') return judgeProposal(request.block, call);
    if (call.params.network === 'main') await checkPeers(source);
    if (request.longpollid !== null) await waitForChange(request.longpollid, call);
    checkRules(request.rules, call.params);
    return handOut(await currentTemplate(call), request.rules, call);
  },
});

type Call = {
  readonly source: ChainSource;
  readonly options: Mining['options'];
  readonly params: ConsensusParams;
  readonly cache: TemplateCache;
  readonly context: Context;
};

function miningOf({ mining, network }: Context): Pick<Call, 'options' | 'params' | 'cache'> {
  return {
    options: mining?.options ?? defaultMiningOptions,
    params: mining?.params ?? consensusParams[network.name],
    cache: mining?.cache ?? createTemplateCache(),
  };
}

function readClock({ now }: Context): number {
  if (now === undefined) throw miscError('getblocktemplate needs a clock');
  return Math.floor(now());
}

const rpcErrorOf = ({ message }: MiningError) => miscError(message);

/** Answers mode "proposal" as Core does, without checking proof of work. */
async function judgeProposal(block: Block, { source, params, context }: Call): Promise<Json> {
  switch (await source.blockStatus(blockHash(block.header))) {
    case 'valid':
      return 'duplicate';
    case 'invalid':
      return 'duplicate-invalid';
    case 'unvalidated':
      return 'duplicate-inconclusive';
    case undefined:
  }
  const tip = await source.tip();
  if (block.header.previousBlockHash !== tip.hash) return 'inconclusive-not-best-prevblk';
  const facts = await chainFacts(source, tip, params);
  if ('error' in facts) throw rpcErrorOf(facts);
  const now = readClock(context);
  const verifier = context.secp256k1;
  const test = { source, facts, params, now, verifier, checkMerkleRoot: true };
  const verdict = await testBlock(block, test);
  if ('error' in verdict) throw rpcErrorOf(verdict);
  return verdict.valid ? null : verdict.reject;
}

async function checkPeers({ peers }: ChainSource): Promise<void> {
  const status = await peers?.();
  if (status === undefined) return;
  if (status.connections === 0) {
    throw new RpcError(RpcCode.CLIENT_NOT_CONNECTED, 'Bitcoin Core is not connected!');
  }
  if (status.initialBlockDownload) {
    throw new RpcError(
      RpcCode.CLIENT_IN_INITIAL_DOWNLOAD,
      'Bitcoin Core is in initial sync and waiting for blocks...',
    );
  }
}

const FIRST_LOOK = 60_000;
const LATER_LOOKS = 10_000;

/**
 * Waits until the tip or the mempool changes (BIP22 long polling). The mempool is first checked
 * after 60 s.
 */
async function waitForChange(id: Json, { source, cache }: Call): Promise<void> {
  const tip = await source.tip();
  const named = typeof id === 'string' ? splitLongpollId(id) : undefined;
  const hash = named === undefined ? tip.hash : parseHashV(named.hash, 'longpollid');
  const updates = named === undefined ? cache.updates : parseUpdateCounter(named.counter);
  if (tip.hash !== hash) return;
  if (source.waitForTip === undefined) {
    throw miscError('Long polling needs a chain that can change');
  }
  for (let time = FIRST_LOOK; ; time = LATER_LOOKS) {
    const current: ChainTip | undefined = await source.waitForTip(hash, time);
    if (current === undefined) {
      throw new RpcError(RpcCode.CLIENT_NOT_CONNECTED, 'Shutting down');
    }
    if (current.hash !== hash) return;
    if ((await source.mempoolUpdates()) !== updates) return;
  }
}

function checkRules(rules: ReadonlySet<string>, { signetChallenge }: ConsensusParams): void {
  const needed = (rule: string, all: string): RpcError =>
    invalid(
      `getblocktemplate must be called with the ${rule} rule set (call with {"rules": [${all}]})`,
    );
  if (signetChallenge !== undefined && !rules.has('signet')) {
    throw needed('signet', '"segwit", "signet"');
  }
  if (!rules.has('segwit')) throw needed('segwit', '"segwit"');
}

/** Seconds for which a template is kept if the mempool has changed. */
const KEPT = 5;

/**
 * Returns the shared template. Rebuilds it if the tip changed, or if the mempool changed and the
 * template is older than 5 s.
 */
async function currentTemplate(call: Call): Promise<BlockTemplate> {
  const { source, params, options, cache, context } = call;
  const now = readClock(context);
  const { current } = cache;
  if (current !== undefined && current.facts.tip.hash === (await source.tip()).hash) {
    const changed = (await source.mempoolUpdates()) !== current.updates;
    if (!changed || now - current.madeAt <= KEPT) return current;
  }
  cache.current = undefined;
  const verifier = context.secp256k1;
  const { selection } = profileRules(context.profile);
  const { pause } = context;
  const template = await buildTemplate({
    source,
    params,
    options,
    selection,
    now,
    verifier,
    pause,
  });
  if ('error' in template) throw rpcErrorOf(template);
  cache.current = template;
  cache.updates = template.updates;
  return template;
}

/**
 * Adapts a template to the rules and version bits that the miner knows (BIP9, getblocktemplate
 * changes).
 */
function handOut(
  template: BlockTemplate,
  rules: ReadonlySet<string>,
  { params, context }: Call,
): Json {
  let { version } = template;
  const named = ['csv'];
  if (template.segwit) named.push('!segwit', 'taproot');
  if (params.signetChallenge !== undefined) named.push('!signet');
  const vbavailable: { [name: string]: Json } = {};
  for (const { deployment, state } of template.facts.deployments) {
    const { name, bit, optional } = deployment;
    const shown = optional ? name : `!${name}`;
    const understood = optional || rules.has(name);
    if (state === 'started' || state === 'locked_in') {
      vbavailable[shown] = jsonNumber(bit);
      if (state === 'locked_in') version |= 1 << bit;
      if (!understood) version &= ~(1 << bit);
    } else if (state === 'active') {
      named.push(shown);
      if (!understood) {
        throw invalid(`Support for '${name}' rule requires explicit client support`);
      }
    }
  }
  const { time, bits } = refresh(template, params, readClock(context));
  const handout = { time, bits, version, rules: named, vbavailable: jsonObject(vbavailable) };
  return shapeBlockTemplate(template, handout, params);
}

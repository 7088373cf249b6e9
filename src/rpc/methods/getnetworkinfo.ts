import { type JsonObject, jsonAmount, jsonNumber, jsonObject } from '../../json/json.ts';
import { perKvb } from '../../transaction/fee-bounds.ts';
import { defaultRelayFees } from '../../wallet/funding/fund-request.ts';
import { askNode, needsNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { bool, dictionary, hex, list, num, object, record, rows, str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { profileRules } from '../profile.ts';
import { incrementalFeeOf } from '../spending/bump-rate.ts';

/** clientversion.h of the Bitcoin Core version whose interface this is: 31.99. */
const CORE_VERSION = 319_900;

export const getnetworkinfo = defineMethod({
  name: 'getnetworkinfo',
  category: 'Network',
  summary:
    'Return the state of the peer-to-peer network, from the node. Without a node (not with -profile=core) the answer describes coldsign\n' +
    'itself: no network, no peers, and the Bitcoin Core version whose interface this is.',
  params: [],
  result: record([
    num('version', 'The version of the node'),
    str('subversion', 'The user agent: name and version'),
    num('protocolversion', 'The version of the protocol, or 0 without a network'),
    hex('localservices', 'The services it offers, as bits'),
    list('localservicesnames', 'The services by name', [str('', 'A service')]),
    bool('localrelay', 'Peers are asked to relay transactions'),
    num('timeoffset', 'The difference to the time of the peers, in seconds'),
    num.optional('tx_send_rate', 'The most transactions per second that inbound peers are sent'),
    dictionary.optional('inv_buckets', 'Announcements that wait', [
      object('direction', 'Totals by direction: inbound and outbound', [
        num('backlog', 'Transactions that wait to be announced'),
        num('count_tok', 'Transactions that may go now'),
        num('size_tok', 'Bytes that may go now'),
      ]),
    ]),
    bool('networkactive', 'The peer-to-peer network is enabled'),
    num('connections', 'The number of peers'),
    num('connections_in', 'The number of inbound connections'),
    num('connections_out', 'The number of outbound connections'),
    rows('networks', 'The kinds of network', [
      str('name', 'ipv4, ipv6, onion, i2p or cjdns'),
      bool('limited', '-onlynet excludes it'),
      bool('reachable', 'True if the network is reachable'),
      str('proxy', 'Host and port of the proxy; empty if there is none'),
      bool('proxy_randomize_credentials', 'The proxy is given random credentials'),
    ]),
    num('relayfee', 'The lowest fee rate of relay, in BTC/kvB'),
    num('incrementalfee', 'The smallest raise of the fee rate of a replacement, in BTC/kvB'),
    rows('localaddresses', 'The local addresses of the node', [
      str('address', 'The address'),
      num('port', 'The port'),
      num('score', 'The score of the address: how likely it is right'),
    ]),
    list('warnings', 'Warnings about the network and the chain', [str('', 'A warning')]),
    bool.optional('offline', 'True if there is no node, and the answer describes coldsign', {
      beyondCore: true,
    }),
  ]),
  examples: ['getnetworkinfo'],
  async run(_args, context) {
    const chain = context.chain && requireChain(context, 'getnetworkinfo');
    const word = chain && (await askNode(chain, 'getnetworkinfo', []));
    if (word !== undefined) return word;
    if (!profileRules(context.profile).describesOffline) throw needsNode('getnetworkinfo');
    return describeSelf({ ...context, ...(chain && { chain }) });
  },
});

async function describeSelf({ chain }: Context): Promise<JsonObject> {
  const rate = await chain?.minimumRelayFeeRate?.();
  const relayFee = rate === undefined ? undefined : perKvb(rate);
  return jsonObject({
    version: jsonNumber(CORE_VERSION),
    subversion: '/coldsign/',
    protocolversion: jsonNumber(0),
    localservices: '0'.repeat(16),
    localservicesnames: [],
    localrelay: false,
    timeoffset: jsonNumber(0),
    networkactive: false,
    connections: jsonNumber(0),
    connections_in: jsonNumber(0),
    connections_out: jsonNumber(0),
    networks: [],
    relayfee: jsonAmount(relayFee ?? defaultRelayFees.minRelayFee),
    incrementalfee: jsonAmount(await incrementalFeeOf(chain)),
    localaddresses: [],
    warnings: ['No node is connected: this answer describes coldsign, which has no network.'],
    offline: true,
  });
}

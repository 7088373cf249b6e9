import { formatAmount, type Satoshis } from '../../encoding/amount.ts';
import { type JsonObject, jsonNumber, jsonObject } from '../../json/json.ts';
import { defaultRelayFees } from '../../wallet/funding/fund-request.ts';
import { askNode, needsNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import type { Context } from '../context.ts';
import { defineMethod } from '../method.ts';
import { profileRules } from '../profile.ts';
import { incrementalFeeOf } from '../wallet/bump-rate.ts';

/** clientversion.h of the Bitcoin Core release whose interface this is: 31.99. */
const CORE_VERSION = 319_900;

export const getnetworkinfo = defineMethod({
  name: 'getnetworkinfo',
  category: 'Network',
  summary:
    'Return the state of the peer-to-peer network, from the node. Without a node (not with -profile=core) the answer describes coldsign\n' +
    'itself: no network, no peers, and the Bitcoin Core version whose interface this is.',
  params: [],
  result: {
    type: 'object',
    help: '',
    fields: [
      { name: 'version', type: 'number', help: 'The version of the node' },
      { name: 'subversion', type: 'string', help: 'Its name and version' },
      { name: 'protocolversion', type: 'number', help: 'The version of the protocol; 0: none' },
      { name: 'localservices', type: 'hex', help: 'The services it offers, as bits' },
      {
        name: 'localservicesnames',
        type: 'array',
        help: 'The same by name',
        fields: [{ type: 'string', help: 'A service' }],
      },
      { name: 'localrelay', type: 'bool', help: 'Peers are asked to relay transactions' },
      { name: 'timeoffset', type: 'number', help: 'The time of the peers, less its own, in s' },
      {
        name: 'tx_send_rate',
        type: 'number',
        optional: true,
        help: 'The most transactions per second that inbound peers are sent',
      },
      {
        name: 'inv_buckets',
        type: 'dictionary',
        optional: true,
        help: 'Announcements that wait',
        fields: [
          {
            name: 'direction',
            type: 'object',
            help: 'By direction: inbound and outbound',
            fields: [
              { name: 'backlog', type: 'number', help: 'Transactions that wait to be announced' },
              { name: 'count_tok', type: 'number', help: 'Transactions that may go now' },
              { name: 'size_tok', type: 'number', help: 'Bytes that may go now' },
            ],
          },
        ],
      },
      { name: 'networkactive', type: 'bool', help: 'The peer-to-peer network is enabled' },
      { name: 'connections', type: 'number', help: 'The number of peers' },
      { name: 'connections_in', type: 'number', help: 'Of these, inbound ones' },
      { name: 'connections_out', type: 'number', help: 'Of these, outbound ones' },
      {
        name: 'networks',
        type: 'array',
        help: 'The kinds of network',
        fields: [
          {
            type: 'object',
            help: '',
            fields: [
              { name: 'name', type: 'string', help: 'ipv4, ipv6, onion, i2p or cjdns' },
              { name: 'limited', type: 'bool', help: '-onlynet excludes it' },
              { name: 'reachable', type: 'bool', help: 'It can be reached' },
              { name: 'proxy', type: 'string', help: 'Host and port of the proxy; empty: none' },
              {
                name: 'proxy_randomize_credentials',
                type: 'bool',
                help: 'The proxy is given random credentials',
              },
            ],
          },
        ],
      },
      { name: 'relayfee', type: 'number', help: 'The lowest fee rate of relay, in BTC/kvB' },
      {
        name: 'incrementalfee',
        type: 'number',
        help: 'The smallest raise of the fee rate of a replacement, in BTC/kvB',
      },
      {
        name: 'localaddresses',
        type: 'array',
        help: 'Its own addresses',
        fields: [
          {
            type: 'object',
            help: '',
            fields: [
              { name: 'address', type: 'string', help: 'The address' },
              { name: 'port', type: 'number', help: 'The port' },
              { name: 'score', type: 'number', help: 'How likely it is right' },
            ],
          },
        ],
      },
      {
        name: 'warnings',
        type: 'array',
        help: 'Warnings about the network and the chain',
        fields: [{ type: 'string', help: 'A warning' }],
      },
      {
        name: 'offline',
        type: 'bool',
        optional: true,
        beyondCore: true,
        help: 'True: there is no node, and this describes coldsign',
      },
    ],
  },
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
  const rate = (satoshis: Satoshis) => ({ number: formatAmount(satoshis) });
  const relayFee = await chain?.minimumRelayFee?.();
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
    relayfee: rate(relayFee ?? BigInt(defaultRelayFees.minRelayFee)),
    incrementalfee: rate(BigInt(await incrementalFeeOf(chain))),
    localaddresses: [],
    warnings: ['No node is connected: this answer describes coldsign, which has no network.'],
    offline: true,
  });
}

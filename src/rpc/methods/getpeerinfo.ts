import { askNode, needsNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import { defineMethod } from '../method.ts';
import { profileRules } from '../profile.ts';

export const getpeerinfo = defineMethod({
  name: 'getpeerinfo',
  category: 'Network',
  summary:
    'Return the peers of the node. Without a node (not with -profile=core) the list is empty: coldsign has no network.',
  params: [],
  result: {
    type: 'array',
    help: '',
    fields: [
      {
        type: 'object',
        help: '',
        fields: [
          { name: 'id', type: 'number', help: 'The number of the peer' },
          { name: 'addr', type: 'string', help: 'Its address and port' },
          {
            name: 'addrbind',
            type: 'string',
            optional: true,
            help: 'The local address and port of the connection',
          },
          {
            name: 'addrlocal',
            type: 'string',
            optional: true,
            help: 'The local address and port as the peer reports them',
          },
          {
            name: 'network',
            type: 'string',
            help: 'ipv4, ipv6, onion, i2p, cjdns or not_publicly_routable',
          },
          {
            name: 'mapped_as',
            type: 'number',
            optional: true,
            help: 'The autonomous system of the peer; only with -asmap',
          },
          { name: 'services', type: 'hex', help: 'The services it offers, as bits' },
          {
            name: 'servicesnames',
            type: 'array',
            help: 'The same by name',
            fields: [{ type: 'string', help: 'A service' }],
          },
          { name: 'relaytxes', type: 'bool', help: 'Transactions are relayed to the peer' },
          {
            name: 'last_inv_sequence',
            type: 'number',
            help: 'The mempool sequence number of the last announcement to it',
          },
          {
            name: 'inv_to_send',
            type: 'number',
            help: 'Transactions that wait to be announced to it',
          },
          { name: 'lastsend', type: 'time', help: 'The time of the last message to it' },
          { name: 'lastrecv', type: 'time', help: 'The time of the last message from it' },
          {
            name: 'last_transaction',
            type: 'time',
            help: 'The time of the last valid transaction from it',
          },
          { name: 'last_block', type: 'time', help: 'The time of the last block from it' },
          { name: 'bytessent', type: 'number', help: 'Bytes sent' },
          { name: 'bytesrecv', type: 'number', help: 'Bytes received' },
          { name: 'conntime', type: 'time', help: 'The time of the connection' },
          {
            name: 'timeoffset',
            type: 'number',
            help: 'Its clock, less that of the node, in seconds',
          },
          { name: 'pingtime', type: 'number', optional: true, help: 'The last ping, in seconds' },
          {
            name: 'minping',
            type: 'number',
            optional: true,
            help: 'The shortest ping, in seconds',
          },
          {
            name: 'pingwait',
            type: 'number',
            optional: true,
            help: 'How long a ping has been unanswered, in seconds',
          },
          { name: 'version', type: 'number', help: 'The protocol version of the peer' },
          { name: 'subver', type: 'string', help: 'Its name and version' },
          { name: 'inbound', type: 'bool', help: 'The peer opened the connection' },
          {
            name: 'bip152_hb_to',
            type: 'bool',
            help: 'The node chose it for high-bandwidth compact blocks',
          },
          {
            name: 'bip152_hb_from',
            type: 'bool',
            help: 'It chose the node for high-bandwidth compact blocks',
          },
          {
            name: 'presynced_headers',
            type: 'number',
            help: 'The height of header pre-synchronization; -1 if none is in progress',
          },
          { name: 'synced_headers', type: 'number', help: 'The last header in common' },
          { name: 'synced_blocks', type: 'number', help: 'The last block in common' },
          {
            name: 'inflight',
            type: 'array',
            help: 'Blocks that were requested from it',
            fields: [{ type: 'number', help: 'The height of a block' }],
          },
          { name: 'addr_relay_enabled', type: 'bool', help: 'Addresses are relayed with it' },
          { name: 'addr_processed', type: 'number', help: 'Addresses that were processed' },
          {
            name: 'addr_rate_limited',
            type: 'number',
            help: 'Addresses that were dropped by the rate limit',
          },
          {
            name: 'permissions',
            type: 'array',
            help: 'Special permissions of the peer',
            fields: [{ type: 'string', help: 'A permission' }],
          },
          {
            name: 'minfeefilter',
            type: 'number',
            help: 'The lowest fee rate that the peer accepts, in BTC/kvB',
          },
          {
            name: 'bytessent_per_msg',
            type: 'dictionary',
            help: 'Bytes sent by type of message',
            fields: [{ name: 'msg', type: 'number', help: 'Bytes of a type of message' }],
          },
          {
            name: 'bytesrecv_per_msg',
            type: 'dictionary',
            help: 'Bytes received by type of message',
            fields: [{ name: 'msg', type: 'number', help: 'Bytes of a type of message' }],
          },
          { name: 'connection_type', type: 'string', help: 'The type of the connection' },
          {
            name: 'transport_protocol_type',
            type: 'string',
            help: 'The transport protocol: detecting, v1 or v2',
          },
          {
            name: 'session_id',
            type: 'string',
            help: 'The session of a v2 connection; empty if there is none',
          },
        ],
      },
    ],
  },
  examples: ['getpeerinfo'],
  async run(_args, context) {
    const chain = context.chain && requireChain(context, 'getpeerinfo');
    const word = chain && (await askNode(chain, 'getpeerinfo', []));
    if (word !== undefined) return word;
    if (!profileRules(context.profile).describesOffline) throw needsNode('getpeerinfo');
    return [];
  },
});

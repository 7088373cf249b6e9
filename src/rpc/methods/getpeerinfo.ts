import { askNode, needsNode } from '../ask-node.ts';
import { requireChain } from '../chain.ts';
import { bool, dictionary, hex, list, num, rows, str, time } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { profileRules } from '../profile.ts';

export const getpeerinfo = defineMethod({
  name: 'getpeerinfo',
  category: 'Network',
  summary:
    'Return the peers of the node. Without a node (not with -profile=core) the list is empty: coldsign has no network.',
  params: [],
  result: rows('', '', [
    num('id', 'The number of the peer'),
    str('addr', 'The address and port of the peer'),
    str.optional('addrbind', 'The local address and port of the connection'),
    str.optional('addrlocal', 'The local address and port as the peer reports them'),
    str('network', 'ipv4, ipv6, onion, i2p, cjdns or not_publicly_routable'),
    num.optional('mapped_as', 'The autonomous system of the peer; only with -asmap'),
    hex('services', 'The services it offers, as bits'),
    list('servicesnames', 'The services by name', [str('', 'A service')]),
    bool('relaytxes', 'Transactions are relayed to the peer'),
    num('last_inv_sequence', 'The mempool sequence number of the last announcement to it'),
    num('inv_to_send', 'Transactions that wait to be announced to it'),
    time('lastsend', 'The time of the last message to it'),
    time('lastrecv', 'The time of the last message from it'),
    time('last_transaction', 'The time of the last valid transaction from it'),
    time('last_block', 'The time of the last block from it'),
    num('bytessent', 'Bytes sent'),
    num('bytesrecv', 'Bytes received'),
    time('conntime', 'The time of the connection'),
    num('timeoffset', 'The clock of the peer minus the clock of the node, in seconds'),
    num.optional('pingtime', 'The last ping, in seconds'),
    num.optional('minping', 'The shortest ping, in seconds'),
    num.optional('pingwait', 'The time since an unanswered ping, in seconds'),
    num('version', 'The protocol version of the peer'),
    str('subver', 'The user agent: name and version'),
    bool('inbound', 'The peer opened the connection'),
    bool('bip152_hb_to', 'The node chose it for high-bandwidth compact blocks'),
    bool('bip152_hb_from', 'True if the peer selected the node for high-bandwidth compact blocks'),
    num('presynced_headers', 'The height of header pre-synchronization; -1 if none is in progress'),
    num('synced_headers', 'The last header in common'),
    num('synced_blocks', 'The last block in common'),
    list('inflight', 'Blocks that were requested from it', [num('', 'The height of a block')]),
    bool('addr_relay_enabled', 'Addresses are relayed with it'),
    num('addr_processed', 'Addresses that were processed'),
    num('addr_rate_limited', 'Addresses that were dropped by the rate limit'),
    list('permissions', 'Special permissions of the peer', [str('', 'A permission')]),
    num('minfeefilter', 'The lowest fee rate that the peer accepts, in BTC/kvB'),
    dictionary('bytessent_per_msg', 'Bytes sent by type of message', [
      num('msg', 'Bytes of a type of message'),
    ]),
    dictionary('bytesrecv_per_msg', 'Bytes received by type of message', [
      num('msg', 'Bytes of a type of message'),
    ]),
    str('connection_type', 'The type of the connection'),
    str('transport_protocol_type', 'The transport protocol: detecting, v1 or v2'),
    str('session_id', 'The session of a v2 connection; empty if there is none'),
  ]),
  examples: ['getpeerinfo'],
  async run(_args, context) {
    const chain = context.chain && requireChain(context, 'getpeerinfo');
    const word = chain && (await askNode(chain, 'getpeerinfo', []));
    if (word !== undefined) return word;
    if (!profileRules(context.profile).describesOffline) throw needsNode('getpeerinfo');
    return [];
  },
});

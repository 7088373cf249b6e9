import { chainOptionSpecs } from '../chain/specs.ts';
import { miningOptionSpecs } from '../options/mining-specs.ts';
import { commonOptions, type OptionSpec } from '../options/specs.ts';
import { walletOptionSpecs } from '../options/wallet-specs.ts';
import { clockOptionSpecs } from '../runtime/clock.ts';

/** The options of `coldsign serve`: bitcoind's, and two for what a node does not check. */
export const serverOptions: readonly OptionSpec[] = [
  ...commonOptions,
  { name: 'server', help: '', hidden: true },
  {
    name: 'rpcallowip',
    argument: '<ip>',
    help: 'Allow calls from this source beside loopback: an address (1.2.3.4), a network (1.2.3.0/24 or 1.2.3.0/255.255.255.0), all IPv4 (0.0.0.0/0) or all IPv6 (::/0). May be repeated',
  },
  {
    name: 'rpcallowhost',
    argument: '<host>',
    help: 'Answer requests to a loopback address that name this host too, not only localhost, 127.0.0.0/8 and ::1. May be repeated',
  },
  {
    name: 'rpcalloworigin',
    argument: '<origin>',
    help: 'Answer requests that a web page of this origin sends, such as https://wallet.example. May be repeated (default: none)',
  },
  {
    name: 'rpcauth',
    argument: '<user>:<salt>$<hash>',
    help: 'A user, and the HMAC-SHA-256 of the password under the salt, as share/rpcauth of Bitcoin Core makes it. May be repeated',
  },
  {
    name: 'rpcbind',
    argument: '<addr>[:port]',
    help: 'Listen on this address; [host]:port for IPv6. Counts only together with -rpcallowip. Do not expose it to networks that you do not trust. May be repeated (default: 127.0.0.1 and ::1)',
    networkOnly: true,
  },
  {
    name: 'rpccookiefile',
    argument: '<file>',
    help: "Where the cookie is written, relative to the chain's data directory (default: .cookie); -norpccookiefile writes none",
  },
  {
    name: 'rpccookieperms',
    argument: '<readable-by>',
    help: 'Who may read the cookie: owner (default), group or all',
  },
  {
    name: 'rpcpassword',
    argument: '<pw>',
    help: 'Password; without it a cookie file is made. It shows in the list of processes: better is the config file, best -rpcauth or the cookie',
  },
  {
    name: 'rpcport',
    argument: '<port>',
    help: 'Port (default: main 8332, test 18332, testnet4 48332, signet 38332, regtest 18443)',
    networkOnly: true,
  },
  {
    name: 'rpcservertimeout',
    argument: '<n>',
    help: 'Seconds after which an idle client is cut off (default: 30; 0: never); a body may take four times as long as a whole',
  },
  {
    name: 'rpcthreads',
    argument: '<n>',
    help: 'How many long calls may run at once; threads are made when they are needed (default: 16)',
  },
  { name: 'rpcuser', argument: '<user>', help: 'User name to go with -rpcpassword' },
  {
    name: 'rpcwhitelist',
    argument: '<user>:<methods>',
    help: 'Methods that this user may call, separated by commas; several lists of one user are intersected',
  },
  {
    name: 'rpcwhitelistdefault',
    help: 'Whether users without a list may call nothing (default: 1 if any -rpcwhitelist is given)',
  },
  {
    name: 'rpcworkqueue',
    argument: '<n>',
    help: 'How many calls may wait for a thread before others are refused (default: 64)',
  },
  ...chainOptionSpecs,
  ...miningOptionSpecs,
  ...walletOptionSpecs,
  ...clockOptionSpecs,
];

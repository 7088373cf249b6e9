import { chainOptionSpecs } from '../chain/chain-options.ts';
import { rootKeyOptions } from '../names/root-key-options.ts';
import { miningOptionSpecs } from '../options/mining-specs.ts';
import { commonOptions, type OptionSpec, option } from '../options/option-specs.ts';
import { walletOptionSpecs } from '../options/wallet-options.ts';
import { clockOptionSpecs } from '../runtime/clock.ts';

/** The options of `coldsign serve`: bitcoind's, and two that a node does not have. */
export const serverOptions: readonly OptionSpec[] = [
  ...commonOptions,
  option('server', '', { hidden: true }),
  option(
    'rpcallowip=<ip>',
    'Allow calls from this source in addition to loopback: an address (1.2.3.4), a network (1.2.3.0/24 or 1.2.3.0/255.255.255.0), all IPv4 (0.0.0.0/0) or all IPv6 (::/0). May be repeated',
  ),
  option(
    'rpcallowhost=<host>',
    'Also answer requests to a loopback address that name this host (default: only localhost, 127.0.0.0/8 and ::1). May be repeated',
  ),
  option(
    'rpcalloworigin=<origin>',
    'Answer requests that a web page of this origin sends, such as https://wallet.example. May be repeated (default: none)',
  ),
  option(
    'rpcauth=<user>:<salt>$<hash>',
    'A user, and the HMAC-SHA-256 of the password with the salt as key, as Bitcoin Core’s share/rpcauth makes it. May be repeated',
  ),
  option(
    'rpcbind=<addr>[:port]',
    'Listen on this address; [host]:port for IPv6. Has no effect without -rpcallowip. Do not expose it to networks that you do not trust. May be repeated (default: 127.0.0.1 and ::1)',
    { networkOnly: true },
  ),
  option(
    'rpccookiefile=<file>',
    "The cookie file, relative to the chain's data directory (default: .cookie); -norpccookiefile writes none",
  ),
  option(
    'rpccookieperms=<readable-by>',
    'Users who may read the cookie: owner (default), group or all',
  ),
  option(
    'rpcpassword=<pw>',
    'Password (default: a cookie file is written). Other users can see it in the list of processes, so put it in the config file, or use -rpcauth or the cookie',
  ),
  option(
    'rpcport=<port>',
    'Port (default: main 8332, test 18332, testnet4 48332, signet 38332, regtest 18443)',
    { networkOnly: true },
  ),
  option(
    'rpcservertimeout=<n>',
    'Seconds after which an idle client is disconnected (default: 30; 0 means never); a complete body may take four times as long',
  ),
  option(
    'rpcthreads=<n>',
    'Number of long calls that may run at once; threads start when they are needed (default: 16)',
  ),
  option('rpcuser=<user>', 'User name to go with -rpcpassword'),
  option(
    'rpcwhitelist=<user>:<methods>',
    'Methods that this user may call, separated by commas. If a user has several lists, only methods in all of them are allowed',
  ),
  option(
    'rpcwhitelistdefault',
    'Block all calls of users without a list (default: 1 if any -rpcwhitelist is given)',
  ),
  option(
    'rpcworkqueue=<n>',
    'Number of calls that may wait for a thread before more are refused (default: 64)',
  ),
  ...chainOptionSpecs,
  ...miningOptionSpecs,
  ...walletOptionSpecs,
  ...rootKeyOptions,
  ...clockOptionSpecs,
];

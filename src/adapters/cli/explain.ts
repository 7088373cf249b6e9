import { isJsonArray, isJsonObject, type Json } from '../../json/json.ts';
import { textsOf } from '../../json/texts.ts';
import { miscError, RpcCode, RpcError } from '../../rpc/error.ts';
import { shownParams, usageLine } from '../../rpc/help-text.ts';
import type { RpcMethod } from '../../rpc/method.ts';
import { walletFolder } from '../files/open-host.ts';
import type { Options } from '../options/load.ts';
import { nearestName } from '../options/nearest.ts';
import { findCommand, usageOf } from './commands.ts';
import {
  addressHint,
  amountHint,
  descriptorHint,
  inputHint,
  keyHint,
  orderHint,
  scriptHint,
  unitHint,
} from './explain-arguments.ts';
import { isFaulty, whyUnreadable } from './explain-payload.ts';
import type { Terminal } from './terminal.ts';
import { CHOOSES_NETWORK, NETWORK_OPTIONS, TAKES_PASSPHRASE } from './typed-arguments.ts';

/** A failed call and the words that were typed. */
export type Failed = {
  readonly error: RpcError;
  readonly name: string;
  readonly declared: RpcMethod | undefined;
  readonly params: Json;
  /** The words after the command, which are files for coldsign's own commands. */
  readonly files: readonly string[];
};

/** Adds a hint on how to fix the error. The code stays. */
export function explain(failed: Failed, options: Options, terminal: Terminal): RpcError {
  const { error, name, declared, params, files } = failed;
  const { code, message, hint } = error;
  const own = findCommand(name);
  if (code === RpcCode.MISC_ERROR && declared && message.startsWith(usageLine(declared))) {
    return own ? new RpcError(code, usageOf(name)) : wrongCount(failed, declared);
  }
  // A wrong checksum says more than the network of the key.
  if (hint !== undefined && !CHECKSUM.test(message)) return error;
  if (code === RpcCode.WALLET_UNLOCK_NEEDED) return locked(name, message);
  if (own && /^No wallet is loaded/.test(message)) return new RpcError(code, ADD_KEYS);
  const texts = own
    ? files.map((file) => ({ file, text: terminal.readFile(file) ?? '' }))
    : [...textsOf(params)].map((text) => ({ file: undefined, text }));
  const isUnread = code === RpcCode.DESERIALIZATION_ERROR;
  const unread = isUnread && own && files.length > 1 ? texts.filter(isFaulty) : texts;
  for (const each of isUnread ? unread : []) {
    const why = whyUnreadable(each.text, each.file, name, terminal);
    if (why !== undefined) return new RpcError(code, message, why);
  }
  const isDescriptor = /descriptor|^deriveaddresses$/.test(name);
  const fallback = !isUnread
    ? isDescriptor && code === RpcCode.INVALID_ADDRESS_OR_KEY
      ? descriptorHint(params)
      : undefined
    : own
      ? `“${unread[0]?.file ?? ''}” is neither a PSBT nor a transaction. “coldsign help ${name}” shows what it takes`
      : /^TX decode failed/.test(message) && !name.endsWith('psbt')
        ? 'A transaction in hexadecimal begins with its version, such as 02000000. Copy or export it again'
        : undefined;
  return new RpcError(code, message, hintFor(message, failed, options) ?? fallback);
}

const CHECKSUM = /^Provided checksum '/;

/** Explains how to use an encrypted wallet, or other keys, for one command. */
function locked(name: string, message: string): RpcError {
  const unlock = `Write: coldsign -stdinwalletpassphrase ${name} ..., which asks for the passphrase`;
  return findCommand(name) === undefined
    ? new RpcError(RpcCode.WALLET_UNLOCK_NEEDED, message, unlock)
    : new RpcError(
        RpcCode.WALLET_UNLOCK_NEEDED,
        'The wallet is encrypted',
        `${unlock}. To sign with other keys, add -keys=FILE`,
      );
}

const ADD_KEYS =
  'No keys. Add them with -keys=FILE, or with -keys=- to type them. To use a wallet: -rpcwallet=NAME';

function wrongCount({ params }: Failed, declared: RpcMethod): RpcError {
  const usage = `Usage: coldsign ${usageLine(declared)}\n“coldsign help ${declared.name}” explains the arguments`;
  const count = isJsonArray(params) ? params.length : 0;
  const missing = declared.params.find((param, i) => {
    const isNamed =
      isJsonObject(params) && params.members.some(([name]) => param.name.split('|').includes(name));
    return param.optional !== true && !isNamed && i >= count;
  });
  if (missing?.secret === true && TAKES_PASSPHRASE.includes(declared.name)) {
    return miscError(
      `Missing argument: ${missing.name}. Write: coldsign -stdinwalletpassphrase ${declared.name}, which asks for it`,
    );
  }
  const what =
    missing === undefined
      ? `Too many arguments: ${declared.name} takes ${shownParams(declared).length}, and got ${count}`
      : `Missing argument: ${missing.name.split('|')[0]}`;
  return miscError(`${what}\n${usage}`);
}

/** Advice for a descriptor without its checksum. */
export const ADD_CHECKSUM =
  'Add “#” and the checksum at the end of the descriptor. “coldsign getdescriptorinfo DESCRIPTOR” prints it';

const isOffline = ({ text }: Options): boolean =>
  ['node', 'esplora', 'electrum', 'snapshot'].every((name) => text(name) === undefined);
const NO_COINS =
  'Offline, the wallet knows no new coins. Add -snapshot=FILE or -node=URL, which know them';

type Rule = readonly [RegExp, string | ((failed: Failed, options: Options) => string | undefined)];

const rules: readonly Rule[] = [
  [
    /Invalid (Bitcoin )?address|Invalid or unsupported (Segwit|Base58)|^Invalid checksum or length of Base58/,
    ({ declared, params }, { network }) =>
      (declared && orderHint(declared, params, network)) ?? addressHint(params, network),
  ],
  [
    /^(txid|blockhash|parameter 1) must be of length 64/,
    'Copy the complete id: 64 hexadecimal digits',
  ],
  [
    /missing vout key|^JSON value of type string is not of expected type object/,
    ({ params }) => inputHint(params),
  ],
  [
    /must contain exactly one key/,
    `Write each output as the address and its amount: '[{"ADDRESS": 0.1}]'`,
  ],
  [CHOOSES_NETWORK, NETWORK_OPTIONS],
  [/^Unknown address type/, 'The types are legacy, p2sh-segwit, bech32 and bech32m (taproot)'],
  [
    /^Invalid private key/,
    'A private key in WIF has 51 or 52 characters. Copy the complete key again, and check the network',
  ],
  [
    /needs a chain to ask/,
    'Add -node (with the options of your node), -esplora=URL, -electrum=HOST or -snapshot=FILE',
  ],
  [/^The chain cannot be asked: .*ECONNREFUSED/, 'Start the node, or check -node and its port'],
  [/^execve failed/, '-signer needs the path of a program, such as -signer=/usr/bin/hwi'],
  [
    /^Missing required timestamp/,
    'Add "timestamp": "now" for a new key, or 0 to search all blocks',
  ],
  [/^Backup file does not exist/, 'Check the path. backupwallet writes such a file'],
  [
    /^Invalid amount/,
    ({ files, params }) =>
      files.some((word) => /^-?fee_?rate=/i.test(word))
        ? 'fee_rate is in sat/vB with at most 3 decimals, such as fee_rate=5'
        : amountHint(params),
  ],
  [/^Amount out of range/, ({ params }) => amountHint(params)],
  [
    /^Insufficient funds/,
    ({ params }, options) => unitHint(params) ?? (isOffline(options) ? NO_COINS : undefined),
  ],
  [/^Error: Export destination .* already exists/, 'Choose another name'],
  [
    /^No wallet is loaded/,
    (_, options) =>
      `${noWalletIn(walletFolder(options))}. Create one with “coldsign createwallet NAME”. To review or sign without a wallet, use -keys=FILE`,
  ],
  [/^Either the RPC endpoint wallet/, 'Name the wallet: coldsign unloadwallet NAME'],
  [
    /Path does not exist|does not exist or is not loaded/,
    '“coldsign listwalletdir” lists the wallets. “coldsign createwallet NAME” creates one',
  ],
  [
    /exclusive lock on/,
    ({ error }) =>
      `Another process has the wallet open, perhaps “coldsign serve” or a command in another terminal. Wait for it, or end it. If the wallet was open on a machine that crashed, delete ${/ on '(.*)', /s.exec(error.message)?.[1]}.lock`,
  ],
  [
    /Data is not in recognized format/,
    'This is not a wallet file of coldsign. “coldsign help importwallet” explains how to import the wallet of another program',
  ],
  [
    /File system error: permission denied/,
    'coldsign needs write access to the folder of the wallet, because it locks each wallet that it opens',
  ],
  [/^Failed to restore wallet/, 'Choose another name for the restored wallet'],
  [/Database already exists/, 'Choose another name, or use the wallet with -rpcwallet=NAME'],
  [
    /^Fee estimation failed/,
    'No fee estimate offline. Set the fee rate in sat/vB: coldsign -named ... fee_rate=5. To know coins and fees, add -snapshot=FILE or -node=URL',
  ],
  [
    CHECKSUM,
    'A character is wrong, or was changed on purpose. Copy the descriptor again from where it was made',
  ],
  [
    /^Malformed base64 encoding/,
    'The signature is cut off, or has a wrong character. One of the old format has 88 characters. Copy it again',
  ],
  [/Missing checksum/, ADD_CHECKSUM],
  [
    /is not a valid descriptor function/,
    ({ params, name }) =>
      keyHint(params) ??
      descriptorHint(params) ??
      (findCommand(name) !== undefined
        ? 'Copy the complete descriptor again, up to its last bracket'
        : 'Put single quotes around the descriptor, so that the shell does not interpret its brackets'),
  ],
  [/duplicated address/, 'Pay one address with one output: add the amounts'],
  [
    /^Unknown named parameter/,
    ({ error, name, declared }) => {
      const known = (declared ? shownParams(declared) : []).flatMap(({ name: each }) =>
        each.split('|'),
      );
      const meant = nearestName(error.message.split(' ').at(-1) ?? '', known);
      const all = `The parameters of ${name} are ${known.join(', ')}`;
      return meant === undefined ? all : `Did you mean “${meant}”? ${all}`;
    },
  ],
  [/^Wrong type passed/, ({ name }) => `“coldsign help ${name}” shows the type of each argument`],
  [/must be hexadecimal string/, ({ params }, { network }) => scriptHint(params, network)],
  [
    /\(fee-unknown\)/,
    'Add the coins that it spends. A raw transaction needs them as PREVTXS (coldsign help sign), a PSBT must be exported with them',
  ],
  [/not approved/, 'Cancelled. To sign, type the complete word “yes” when you are asked'],
];

function noWalletIn(folder: ReturnType<typeof walletFolder>): string {
  return typeof folder === 'string' ? `No readable wallet is in ${folder}` : 'No wallet yet';
}

function hintFor(message: string, failed: Failed, options: Options): string | undefined {
  const rule = rules.find(([pattern]) => pattern.test(message));
  const hint = rule?.[1];
  return typeof hint === 'function' ? hint(failed, options) : hint;
}

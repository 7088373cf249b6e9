import { kernelSecp256k1 } from '../../crypto/kernel-backend.ts';
import { explainTypedDescriptor } from '../../descriptor/explain-typed.ts';
import { decodeBase64 } from '../../encoding/base64.ts';
import { decodeHex } from '../../encoding/hex.ts';
import type { Network } from '../../encoding/network.ts';
import { getMember, isJsonArray, isJsonNumber, isJsonObject, type Json } from '../../json/json.ts';
import { textsOf } from '../../json/texts.ts';
import { decodePsbt } from '../../psbt/decode.ts';
import { explainPsbt, explainText } from '../../psbt/explain-psbt.ts';
import { miscError, RpcCode, RpcError } from '../../rpc/error.ts';
import { shownParams, usageLine } from '../../rpc/help-text.ts';
import type { RpcMethod } from '../../rpc/method.ts';
import { isSignatureText } from '../../rpc/signing/judge-message.ts';
import { decodeAddress } from '../../script/address.ts';
import { explainAddress } from '../../script/explain-address.ts';
import { isWholeTransaction } from '../../transaction/cut-transaction.ts';
import { walletFolder } from '../files/open-host.ts';
import type { Options } from '../options/load.ts';
import { nearestName } from '../options/nearest.ts';
import { findCommand, usageOf } from './commands.ts';
import { namesFile } from './file-text.ts';
import { plainText } from './payload-text.ts';
import type { Terminal } from './terminal.ts';
import { CHOOSES_NETWORK, NETWORK_OPTIONS, satoshisInBtc } from './typed-arguments.ts';

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
  if (hint !== undefined) return error;
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
      ? [...textsOf(params)].map(explainTypedDescriptor).find((each) => each !== undefined)
      : undefined
    : own
      ? `“${unread[0]?.file ?? ''}” is neither a PSBT nor a transaction. “coldsign help ${name}” shows what it takes`
      : /^TX decode failed/.test(message) && !name.endsWith('psbt')
        ? 'A transaction in hexadecimal begins with its version, such as 02000000. Copy or export it again'
        : undefined;
  return new RpcError(code, message, hintFor(message, failed, options) ?? fallback);
}

const ADD_KEYS =
  'No keys. Add them with -keys=FILE, or with -keys=- to type them. To use a wallet: -rpcwallet=NAME';

/** Returns a hint about a negative result: false, or an address that is not valid. */
export function resultHint(
  name: string,
  result: Json,
  params: Json,
  { network }: Options,
): string | undefined {
  if (name === 'validateaddress') return addressHint(params, network);
  if (name === 'createwallet') return network.name === 'main' ? newWalletHint(params) : undefined;
  return name === 'verifymessage' && result === false ? signatureHint(params) : undefined;
}

/** Returns what is wrong with a message signature that is not valid. */
function signatureHint(params: Json): string {
  const text = isJsonObject(params)
    ? getMember(params, 'signature')
    : isJsonArray(params)
      ? (params[1] ?? null)
      : null;
  const isWhole = typeof text !== 'string' || isSignatureText(text, kernelSecp256k1);
  return isWhole
    ? 'The signature is not valid. For the reason, add true at the end of the command'
    : `The signature is cut off, or has a wrong character: it has ${text.length} characters. One of the old format has 88. Copy it again`;
}

/** Returns what a new wallet with private keys and without a passphrase needs. */
function newWalletHint(params: Json): string | undefined {
  const at = (name: string, position: number): Json =>
    isJsonObject(params)
      ? getMember(params, name)
      : isJsonArray(params)
        ? (params[position] ?? null)
        : null;
  const passphrase = at('passphrase', 3);
  const isEncrypted = typeof passphrase === 'string' && passphrase !== '';
  if (isEncrypted || at('disable_private_keys', 1) === true) return undefined;
  return 'This wallet has no passphrase and no backup yet. Use encryptwallet and backupwallet before it receives money';
}

function wrongCount({ params }: Failed, declared: RpcMethod): RpcError {
  const usage = `Usage: coldsign ${usageLine(declared)}\n“coldsign help ${declared.name}” explains the arguments`;
  const count = isJsonArray(params) ? params.length : 0;
  const missing = declared.params.find((param, i) => {
    const isNamed =
      isJsonObject(params) && params.members.some(([name]) => param.name.split('|').includes(name));
    return param.optional !== true && !isNamed && i >= count;
  });
  const what =
    missing === undefined
      ? `Too many arguments: ${declared.name} takes ${shownParams(declared).length}, and got ${count}`
      : `Missing argument: ${missing.name.split('|')[0]}`;
  return miscError(`${what}\n${usage}`);
}

/** Returns true if a text is neither a PSBT nor hexadecimal. */
function isFaulty({ text }: { readonly text: string }): boolean {
  const plain = plainText(text);
  const raw = decodeHex(plain);
  if (raw !== undefined) return !isWholeTransaction(raw);
  const bytes = decodeBase64(plain);
  return bytes === undefined || 'error' in decodePsbt(bytes, kernelSecp256k1);
}

/** Returns why a text is neither a PSBT nor a transaction, without repeating it. */
function whyUnreadable(
  text: string,
  file: string | undefined,
  name: string,
  terminal: Pick<Terminal, 'readFile'>,
): string | undefined {
  const what = file ?? 'The argument';
  const trimmed = text.trim();
  const hex = decodeHex(trimmed);
  const isHex = hex !== undefined;
  const wantsPsbt = name.endsWith('psbt') || findCommand(name) !== undefined;
  const known = explainText(text);
  if (known !== undefined) return `${what} ${known}`;
  if (/^["'“”]*(cHNidP|70736274ff)/i.test(trimmed)) {
    return wantsPsbt
      ? `${what} is a PSBT that ${whyDamaged(plainText(text))}`
      : `This is a PSBT. Use decodepsbt, or finalizepsbt to get its transaction`;
  }
  if (isHex && trimmed.length === 64) {
    return 'This is a transaction ID, not a transaction. getrawtransaction fetches the transaction from a node or a wallet';
  }
  if (isHex && wantsPsbt && trimmed.length > 40) {
    return isWholeTransaction(hex)
      ? `${what} is a transaction, not a PSBT. Use decoderawtransaction to read it, or converttopsbt`
      : `${what} is hexadecimal, and neither a PSBT nor a transaction. Copy or export it again`;
  }
  if (file === undefined && trimmed.length < 1000 && namesFile(trimmed, terminal)) {
    return `“${trimmed}” is a file. Put @ in front to read it: coldsign ${name} @${trimmed}`;
  }
  if (/^(?:\s*[a-z]{3,8}\b){11,}\s*$/i.test(text)) {
    return `${what} contains seed words, not a transaction. Use it as -keys=${file ?? 'FILE'}`;
  }
  if (wantsPsbt && file === undefined && trimmed.length < 40) {
    return `${what} is not a PSBT, which begins with “cHNidP8”`;
  }
  if (wantsPsbt && (decodeBase64(trimmed)?.length ?? 0) > 20) {
    return `${what} is not a PSBT, which begins with “cHNidP8”. Copy or export it again from its beginning`;
  }
  return undefined;
}

/** Returns why a PSBT cannot be read, as the end of a sentence. */
function whyDamaged(text: string): string {
  const bytes = decodeBase64(text) ?? decodeHex(text);
  if (bytes === undefined) return 'is cut off or damaged. Export or copy it again';
  const psbt = decodePsbt(bytes, kernelSecp256k1);
  return 'error' in psbt
    ? explainPsbt(bytes, psbt.error, kernelSecp256k1)
    : 'lost the “=” at its end, or has other characters around it. Copy it again';
}

type Rule = readonly [RegExp, string | ((failed: Failed, options: Options) => string | undefined)];

const rules: readonly Rule[] = [
  [
    /Invalid (Bitcoin )?address|Invalid or unsupported (Segwit|Base58)|^Invalid checksum or length of Base58/,
    ({ params }, { network }) => addressHint(params, network),
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
  [/^Insufficient funds/, ({ params }) => unitHint(params)],
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
    /^Provided checksum '/,
    'A character is wrong, or was changed on purpose. Copy the descriptor again from where it was made',
  ],
  [
    /^Malformed base64 encoding/,
    'The signature is cut off, or has a wrong character. One of the old format has 88 characters. Copy it again',
  ],
  [
    /Missing checksum/,
    'Add “#” and the checksum at the end of the descriptor. “coldsign getdescriptorinfo DESCRIPTOR” prints it',
  ],
  [
    /is not a valid descriptor function/,
    ({ params, name }) =>
      [...textsOf(params)].some((text) => /^[a-z]pub\w+$/i.test(text.trim()))
        ? 'This is a key, not a descriptor. Write wpkh(KEY/<0;1>/*) in single quotes. “coldsign decodewallet KEY” shows the descriptor of a ypub or zpub'
        : ([...textsOf(params)].map(explainTypedDescriptor).find((each) => each !== undefined) ??
          (findCommand(name) !== undefined
            ? 'Copy the complete descriptor again, up to its last bracket'
            : 'Put single quotes around the descriptor, so that the shell does not interpret its brackets')),
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
  [
    /must be hexadecimal string/,
    ({ params }, { network }) =>
      [...textsOf(params)].some((text) => !('error' in decodeAddress(text, network)))
        ? 'This is an address, not a script in hexadecimal. “coldsign validateaddress ADDRESS” shows its script'
        : undefined,
  ],
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

/** Returns what is wrong with the first text that should be an address. */
function addressHint(params: Json, network: Network): string | undefined {
  for (const text of textsOf(params)) {
    if (!('error' in decodeAddress(text, network))) continue;
    const why = explainAddress(text, network);
    if (why !== undefined) return why;
  }
  return undefined;
}

function inputHint(params: Json): string | undefined {
  if (!/^\W*(txid|[0-9a-f]{64})/i.test([...textsOf(params)].join())) return undefined;
  return `Write each input with its output number, without quotes: '[{"txid": "...", "vout": 0}]'`;
}

function* numbersOf(value: Json): Iterable<string> {
  if (isJsonNumber(value)) yield value.number;
  else if (typeof value === 'string') yield value;
  else if (isJsonArray(value)) for (const item of value) yield* numbersOf(item);
  else if (isJsonObject(value)) for (const [, member] of value.members) yield* numbersOf(member);
}

function amountHint(params: Json): string {
  const example = 'Write BTC as a number with a dot and at most 8 decimals, such as 0.002';
  for (const text of numbersOf(params)) {
    if (/^\d+$/.test(text) && Number(text) > 21_000_000) {
      return `${text} BTC is more than there is. If you mean satoshis, write ${satoshisInBtc(text)}`;
    }
    if (/^-\d/.test(text)) return `The amount ${text} is below 0. ${example}`;
    if (/^\d+[.,]?\d*\s*[a-z]*$/i.test(text) && !/^\d+(\.\d{1,8})?$/.test(text)) {
      return `“${text}” is not an amount. ${example}`;
    }
  }
  return example;
}

function unitHint(params: Json): string | undefined {
  const many = [...numbersOf(params)].find((text) => /^\d{4,}$/.test(text));
  return many === undefined
    ? undefined
    : `Amounts are in BTC. If you mean ${many} satoshis, write ${satoshisInBtc(many)}`;
}

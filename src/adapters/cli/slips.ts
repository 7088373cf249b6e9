import type { Param, RpcMethod } from '../../rpc/method.ts';
import { methods } from '../../rpc/methods/index.ts';
import { nearestName } from '../options/nearest.ts';
import { suggestOption } from '../options/parse-command-line.ts';
import { cliOptions } from './cli-options.ts';
import { commands } from './commands.ts';
import { dashFault, findFileSlip } from './file-slips.ts';
import { namesFile } from './file-text.ts';
import { isAnyAddress } from './payload-text.ts';
import type { Terminal } from './terminal.ts';
import { type NotJson, passphraseValue, satoshisInBtc } from './typed-arguments.ts';
import { isLetters, TYPED_SECRET } from './typed-keys.ts';

/** Subcommands. */
const inner = ['check', 'descriptors', 'dice', 'last-word', 'child', 'qr']
  .map((name) => `seed ${name}`)
  .concat(['list', 'find', 'export'].map((name) => `keys ${name}`));

const IMPORT =
  'Write the key as a descriptor: getdescriptorinfo adds its checksum, importdescriptors imports it';
const LIST = '“listdescriptors true” shows the private keys of a wallet';

/** Methods of older versions of Bitcoin Core, and their replacements. */
const removed: { readonly [name: string]: string } = {
  importprivkey: IMPORT,
  importaddress: IMPORT,
  importpubkey: IMPORT,
  importmulti: IMPORT,
  dumpprivkey: LIST,
  dumpwallet: LIST,
  addmultisigaddress: 'Use createmultisig',
  signrawtransaction: 'Use signrawtransactionwithkey or signrawtransactionwithwallet',
  getaccountaddress: 'Use getnewaddress',
  getinfo: 'Use getwalletinfo or getblockchaininfo',
  settxfee: 'Set the fee rate of each payment: fee_rate=5 (sat/vB)',
};

const names = [...commands, ...methods].map(({ name }) => name).concat('help');

/** Returns the error for an unknown command, with the probable one. */
export function unknownCommand(
  word: string,
  args: readonly string[],
  terminal: Pick<Terminal, 'readFile'>,
): string {
  // Many words are more likely a seed phrase than a command.
  const words = args.filter((arg) => !arg.startsWith('-'));
  if (words.length > 5) {
    const isSecret = words.every(isLetters);
    return `error: Unknown command. “coldsign help” lists every command${isSecret ? `. ${TYPED_SECRET}` : ''}`;
  }
  const passphrase = passphraseValue(args, (each) => names.includes(each));
  if (passphrase !== undefined) return `error: ${passphrase}`;
  const before = args[args.indexOf(word) - 1] ?? '';
  const option = cliOptions.find(
    ({ name, argument }) => argument && /^--?/.test(before) && name === before.replace(/^--?/, ''),
  );
  if (option !== undefined) {
    // Words typed in place of a file are not repeated.
    const isPath = option.name !== 'keys' || /[./\\]/.test(word) || namesFile(word, terminal);
    const value = (isPath && word.replace(/^=/, '')) || (word === '=' ? 'VALUE' : 'FILE');
    return `error: -${option.name} needs its value behind “=”, without a space: -${option.name}=${value}`;
  }
  const head = word.split('=')[0] ?? '';
  if (head !== word && cliOptions.some(({ name }) => name === head)) {
    return `error: “${head}” is an option and needs a hyphen: -${head}=...`;
  }
  if (/^[$>#%]$/.test(word)) return `error: You pasted the prompt. Leave out “${word}”`;
  if (/^(\S*[\\/])?(coldsign(\.m?js|\.exe)?|bitcoin-cli|npx|node|sudo)$/.test(word)) {
    return `error: “${word}” is not a command of coldsign. Leave it out`;
  }
  if (/^[–—−]/.test(word)) return `error: ${dashFault(word)}`;
  if (cliOptions.some(({ name, argument }) => name === word && argument === undefined)) {
    return `error: “${word}” is an option and needs a hyphen: -${word}`;
  }
  if (namesFile(word, terminal)) {
    return `error: “${word}” is a file, not a command. To see what a transaction does: coldsign review ${word}`;
  }
  const isSending = /^(broadcast|send-?tx|push-?tx|publish|send-?transaction)$/i.test(word);
  if (isSending)
    return `error: Unknown command “${word}”. ${broadcastHint(args[args.indexOf(word) + 1])}`;
  return `error: ${unknownWord(word)}`;
}

/** Returns what is wrong with the words behind a command that takes files. */
export const slipInFiles = (
  words: readonly string[],
  terminal: Pick<Terminal, 'readFile'>,
): string | undefined => {
  const dash = words.find((word) => /^[–—−]/.test(word));
  return dash === undefined ? findFileSlip(words, terminal) : dashFault(dash);
};

/** Returns how to broadcast a transaction in a file. */
const broadcastHint = (file = 'FILE.txn'): string =>
  `To broadcast a transaction, open it in any online wallet, or write: coldsign -node=URL sendrawtransaction @${file}`;

/** Adds a hint to an error about an unknown option. */
export function explainOption(error: string, typed: readonly string[]): string {
  const name = /: Invalid parameter -+([^\s.]+)/.exec(error)?.[1];
  if (name === undefined) return error;
  if (/^(o|out|output)$/.test(name) && /\bsign\b/.test(typed.join(' '))) {
    return `${error.split('. Did')[0]}. sign names its output itself, next to the file: NAME-signed.psbt or NAME.txn`;
  }
  if (names.includes(name)) {
    return `${error.split('. Did')[0]}. “${name}” is a command: write it without the hyphen`;
  }
  return error.includes('Did you mean') ? error : `${error}. “coldsign -?” lists all options`;
}

/** Returns `Unknown command “sing”. Did you mean “sign”?`. */
export function unknownWord(word: string): string {
  const instead = Object.hasOwn(removed, word) ? removed[word] : undefined;
  if (instead !== undefined) return `“${word}” was removed from Bitcoin Core. ${instead}`;
  const meant =
    inner.find((each) => each.endsWith(` ${word.toLowerCase()}`)) ?? nearestName(word, names);
  return meant === undefined
    ? `Unknown command “${word}”. “coldsign help” lists every command`
    : `Unknown command “${word}”. Did you mean “${meant}”?`;
}

/** Returns a hint for a word that is not JSON. `isSeen`: the word may be repeated. */
export function jsonHint(
  { error: word, param }: NotJson,
  call: {
    readonly isSeen: boolean;
    readonly name: string;
    readonly declared: RpcMethod | undefined;
    readonly typed: readonly string[];
    readonly isFile: (path: string) => boolean;
  },
): string {
  if (param?.type === 'range' && /^\[?\d+\s*[,-]\s*\d+\]?$/.test(word)) {
    const [first, last] = word.match(/\d+/g) ?? [];
    return `A range is one number, or two in brackets and quotes: '[${first},${last}]'`;
  }
  const file = call.isSeen && !/^[[{]/.test(word) && call.isFile(word);
  if (file && ['combinepsbt', 'joinpsbts'].includes(call.name)) {
    const files = call.typed.join(' ');
    return call.name === 'combinepsbt'
      ? `These are files. Write: coldsign combine ${files}`
      : `“${word}” is a file. ${call.name} takes a JSON list of PSBTs in base64`;
  }
  const syntax = syntaxHint(word);
  if (syntax !== undefined) return syntax;
  const name = word.split('=')[0] ?? '';
  const isName = call.declared?.params.some((each) => each.name.split('|').includes(name));
  if (isName && word.includes('=')) {
    return `To write arguments as name=value, put -named before the command: coldsign -named ${call.name} ${name}=...`;
  }
  if (call.isSeen && word.startsWith('-') && /^-+[a-z]/i.test(word)) {
    return `Options go before a method${suggestOption(name.replace(/^-+/, ''), cliOptions)}`;
  }
  if (call.name === 'review' && call.isSeen) {
    return `review shows one file at a time. Behind it goes JSON, which “${word}” is not`;
  }
  if (file && call.name === 'send') {
    return `send makes a payment, and takes outputs such as ${EXAMPLE}. ${broadcastHint(word)}`;
  }
  if (file) {
    return `“${word}” is a file. Put @ in front to read it: @${word}`;
  }
  return `${call.isSeen ? `“${word}”` : 'The argument'} ${typeFault(param, word)}. “coldsign help ${call.name}” explains the arguments`;
}

function typeFault(param: Param | undefined, word: string): string {
  const name = param?.name.split('|')[0];
  switch (param?.type) {
    case 'bool':
      return `is not true or false, which “${name}” needs`;
    case 'number':
    case 'amount':
      if (isAnyAddress(word)) return 'is an address: write the address first, then the amount';
      return `is not a number, which “${name}” needs${unitFault(word)}`;
    case 'array':
    case 'dictionary':
      return `is not JSON, which “${name}” needs, such as ${EXAMPLES[param.name] ?? `'["..."]'`}`;
    default:
      return `is not JSON, which “${name}” needs`;
  }
}

/** Returns how to write an amount that has a unit or groups of digits. */
function unitFault(word: string): string {
  const [, digits = '', unit = ''] = /^([\d.,]+)\s*([a-z]*)$/i.exec(word) ?? [];
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(digits)) return `: write ${digits.replaceAll(',', '')}`;
  if (/^sats?$/i.test(unit) && /^\d+$/.test(digits))
    return `: write ${satoshisInBtc(digits)} (BTC)`;
  return /^btc$/i.test(unit) ? `: write ${digits}` : '';
}

/** Returns the usual causes of broken JSON, repeating digits only. */
function syntaxHint(word: string): string | undefined {
  if (/^-?\d{1,9},\d{1,9}$/.test(word)) {
    return `“${word}” is not a number. Write a dot: ${word.replace(',', '.')}`;
  }
  if (!/^[\s“”„‘’]*[[{]/.test(word)) return undefined;
  if (/[“”„‘’]/.test(word)) return 'Use straight quotes (") instead of typographic ones (“ ”)';
  const comma = /:\s*(-?\d{1,9},\d{1,9})\s*[}\]]/.exec(word)?.[1];
  if (comma !== undefined)
    return `“${comma}” is not a number. Write a dot: ${comma.replace(',', '.')}`;
  if (!word.includes('"') && word.includes("'")) {
    return `JSON needs double quotes inside. Put single quotes around the argument: ${EXAMPLE}`;
  }
  if (!word.includes('"') && /[a-z]/i.test(word)) {
    return `The shell removed the double quotes of the JSON. Put single quotes around the argument: ${EXAMPLE} (in Windows: "{\\"ADDRESS\\": 0.1}")`;
  }
  if (/,\s*[\]}]/.test(word)) return 'Remove the comma before the closing bracket';
  const open = (word.match(/[[{]/g) ?? []).length - (word.match(/[\]}]/g) ?? []).length;
  if (open > 0)
    return 'A closing bracket is missing. If the JSON has spaces, put single quotes around it';
  return undefined;
}

const EXAMPLE = `'{"ADDRESS": 0.1}'`;

const EXAMPLES: { readonly [param: string]: string | undefined } = {
  outputs: EXAMPLE,
  inputs: `'[{"txid": "...", "vout": 0}]'`,
  prevtxs: `'[{"txid": "...", "vout": 0, "scriptPubKey": "...", "amount": 0.1}]'`,
  recipients: `'["ADDRESS"]'`,
  requests: `'[{"desc": "...", "timestamp": "now"}]'`,
};

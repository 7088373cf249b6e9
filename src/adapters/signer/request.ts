/** A node's request to its external signer, as on HWI's command line. */
export type SignerRequest = {
  /** Fingerprint of the requested master key: eight hex digits. */
  readonly fingerprint: string | undefined;
  /** The node's chain: main, test, testnet4, signet or regtest. */
  readonly chain: string | undefined;
  readonly call:
    | { readonly name: 'enumerate' }
    | { readonly name: 'getdescriptors'; readonly account: number }
    | { readonly name: 'displayaddress'; readonly descriptor: string }
    | { readonly name: 'signtx'; readonly psbt: string };
};

const VALUED = ['--fingerprint', '--chain', '--account', '--desc'];

/** Parses options in any order before and after the command. Unknown words are an error. */
export function readRequest(words: readonly string[]): SignerRequest | { readonly error: string } {
  const options = new Map<string, string>();
  const plain: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    const [name = '', ...inline] = word.startsWith('--') ? word.split('=') : [word];
    if (!word.startsWith('--')) plain.push(word);
    else if (!VALUED.includes(name)) return { error: `coldsign signer has no option ${name}` };
    else {
      const value = inline.length > 0 ? inline.join('=') : words[++i];
      if (value === undefined) return { error: `${name} needs a value` };
      if (options.has(name)) return { error: `${name} is given twice` };
      options.set(name, value);
    }
  }
  const call = readCall(plain, options);
  if ('error' in call) return call;
  const fingerprint = options.get('--fingerprint')?.toLowerCase();
  if (fingerprint !== undefined && !/^[0-9a-f]{8}$/.test(fingerprint)) {
    return { error: '--fingerprint is eight hexadecimal digits' };
  }
  return { fingerprint, chain: options.get('--chain'), call };
}

function readCall(
  [name, argument, ...more]: readonly string[],
  options: ReadonlyMap<string, string>,
): SignerRequest['call'] | { readonly error: string } {
  if (more.length > 0 || (argument !== undefined && name !== 'signtx')) {
    return { error: `coldsign signer ${name} takes no ${more[0] ?? argument}` };
  }
  const account = options.get('--account') ?? '0';
  const descriptor = options.get('--desc');
  switch (name) {
    case 'enumerate':
      return { name };
    case 'getdescriptors':
      if (!/^\d{1,9}$/.test(account)) return { error: '--account must be a whole number' };
      return { name, account: Number(account) };
    case 'displayaddress':
      return descriptor === undefined
        ? { error: 'displayaddress needs --desc' }
        : { name, descriptor };
    case 'signtx':
      return argument === undefined ? { error: 'signtx needs a PSBT' } : { name, psbt: argument };
    default:
      return { error: 'coldsign signer takes enumerate, getdescriptors, displayaddress or signtx' };
  }
}

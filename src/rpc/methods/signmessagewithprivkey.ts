import { hash160 } from '../../crypto/hash.ts';
import { PrivateKey } from '../../crypto/private-key.ts';
import { decodeWif } from '../../crypto/wif.ts';
import { p2pkhScript, p2wpkhScript } from '../../script/builders.ts';
import { createKeyProvider } from '../../signing/miniscript-provider.ts';
import type { Context } from '../context.ts';
import { invalidAddressOrKey } from '../error.ts';
import { str } from '../fields.ts';
import { defineMethod } from '../method.ts';
import { keyMessageOptionsParam } from '../params/message-params.ts';
import {
  type MessageOptions,
  parseMessageOptions,
  parseSigningAddress,
} from '../parse/message-arguments.ts';
import { signMessage } from '../signing/sign-message.ts';
import { answerTogether } from '../together.ts';

export const signmessagewithprivkey = defineMethod({
  name: 'signmessagewithprivkey',
  category: 'Util',
  together: true,
  summary: 'Sign a message with a private key.',
  params: [
    str('privkey', 'The private key', { secret: true }),
    str('message', 'The message', { freeText: true }),
    keyMessageOptionsParam,
  ],
  result: str('', 'The signature in base64'),
  examples: ['signmessagewithprivkey "privkey" "my message"'],
  async run({ privkey, message, options }, context) {
    const key = decodeWif(privkey, context.network);
    if (key === undefined) {
      throw invalidAddressOrKey('Invalid private key');
    }
    try {
      const parsed = parseMessageOptions(options, ['address']);
      await deriveTogether(key, context.secp256k1);
      return await signWithKey(key, message, parsed, context);
    } finally {
      key.wipe();
    }
  },
});

const deriveTogether = answerTogether((keys: readonly PrivateKey[], secp256k1) => {
  PrivateKey.derivePublicKeys(keys, secp256k1);
  return keys;
});

function signWithKey(
  key: PrivateKey,
  message: string,
  options: MessageOptions,
  context: Context,
): Promise<string> {
  const { secp256k1 } = context;
  const keyHash = hash160(key.publicKey(secp256k1));
  const program = p2wpkhScript(keyHash);
  const provider = createKeyProvider({ keys: [key], scripts: [program], bip86: true }, secp256k1);
  const { address } = options;
  const script =
    address === undefined ? p2pkhScript(keyHash) : parseSigningAddress(address, context);
  return signMessage({ message, script, provider, coins: [], options }, context);
}

import { expand, parseDescriptor, toSigningProvider } from 'coldsign/descriptor';
import { networks } from 'coldsign/script';

const parsed = parseDescriptor('raw(51)', { network: networks.main });
if ('error' in parsed) throw new Error(parsed.error);
const expansion = expand(parsed.descriptors[0], 0, { findPrivateKey: () => undefined });
const provider = expansion && toSigningProvider(expansion.flatProvider);
console.log(provider?.getScript(new Uint8Array(20))); // undefined

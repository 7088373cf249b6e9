import { networks } from 'coldsign/script';
import { deriveChild, readKeys } from 'coldsign/seed';

const context = { network: networks.main };
const ring = readKeys(`${'abandon '.repeat(11)}about`, context);
const [root] = 'error' in ring ? [] : ring.masters;
console.log(root && deriveChild(root.key, { kind: 'wif' }, 0, context)?.length); // 52

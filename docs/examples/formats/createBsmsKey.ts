import { createBsmsKey } from 'coldsign/formats';
import { networks } from 'coldsign/script';
import { readKeys } from 'coldsign/seed';

const network = networks.main;
const keys = readKeys(`${'abandon '.repeat(11)}about`, { network });
if ('error' in keys) throw new Error(keys.error);
const made = createBsmsKey({ keys, path: "m/48'/0'/0'/2'" }, { network });
console.log('error' in made ? made.error : made.text.split('\n')[0]); // BSMS 1.0

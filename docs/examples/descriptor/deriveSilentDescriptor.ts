import { deriveSilentDescriptor } from 'coldsign/descriptor';
import { networks } from 'coldsign/script';
import { readKeys } from 'coldsign/seed';

const context = { network: networks.main };
const ring = readKeys(`${'abandon '.repeat(11)}about`, context);
const [root] = 'error' in ring ? [] : ring.masters;
const silent = root && deriveSilentDescriptor(root.key, 0, context);
console.log(silent?.watching.slice(0, 36)); // sp([73c5da0a/352h/0h/0h]spscan1q0rnl

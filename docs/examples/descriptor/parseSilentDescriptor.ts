import { parseSilentDescriptor } from 'coldsign/descriptor';
import { networks } from 'coldsign/script';

const parsed = parseSilentDescriptor('sp(abc)', { network: networks.main });
console.log('error' in parsed); // true

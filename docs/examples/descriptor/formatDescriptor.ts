import { formatDescriptor, parseDescriptor } from 'coldsign/descriptor';
import { networks } from 'coldsign/script';

const context = { network: networks.regtest };
const text = 'wpkh(cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA)';
const parsed = parseDescriptor(text, context);
if ('error' in parsed) throw new Error(parsed.error);
const texts = parsed.descriptors.map((each) => formatDescriptor(each, context));
console.log(texts.join().slice(-10)); // )#ucxz0gak

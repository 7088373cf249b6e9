import { createSilentOutputs, decodeSilentAddress } from 'coldsign/descriptor';
import { networks } from 'coldsign/script';
import { PrivateKey } from 'coldsign/signing';

const text =
  'sp1qqgste7k9hx0qftg6qmwlkqtwuy6cycyavzmzj85c6qdfhjdpdjtdgq' +
  'juexzk6murw56suy3e0rd2cgqvycxttddwsvgxe2usfpxumr70xc9pkqwv';
const recipient = decodeSilentAddress(text, networks.main);
const privateKey = PrivateKey.from(new Uint8Array(32).fill(1), true);
if (privateKey === undefined) throw new Error('not a key');
const input = { prevout: { txid: '11'.repeat(32), vout: 0 }, privateKey, isTaproot: false };
const outputs = 'error' in recipient ? [] : createSilentOutputs([input], [recipient]);
console.log('error' in outputs ? outputs.error : outputs[0]?.length); // 34

import { openAccount } from 'coldsign';
import { importWallet } from 'coldsign/formats';
import { networks } from 'coldsign/script';

const zpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const wallet = importWallet(zpub, { network: networks.main });
if ('error' in wallet) throw new Error(wallet.error);
const [imported] = wallet.descriptors;
if (imported === undefined) throw new Error('no descriptor');
console.log(imported.descriptor.slice(0, 9), openAccount(imported.descriptor).address(0));

import { extract, parsePsbt, sign } from 'coldsign';

// A PSBT that bitcoinjs-lib made, and a private key in WIF.
const psbt = parsePsbt(
  'cHNidP8BAHECAAAAARERERERERERERERERERERERERERERERERERERERERERAAAAAAD/////AmDqAAAAAAAAFgAUBq/Ua839Iu+UrBIqoR8kEkSjfswmmwAAAAAAABYAFHUedugZkZbUVJQcRdGzoyPxQzvWAAAAAAABAR+ghgEAAAAAABYAFHUedugZkZbUVJQcRdGzoyPxQzvWAAAA',
);
const signed = await sign(psbt, { keys: 'cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA' });
const { txid, fee } = extract(signed.psbt);
console.log(txid, fee);

import { extract, fund, openAccount, sign } from 'coldsign';

// Wallet::create(external, internal); `next` is what BDK calls the revealed indexes.
const key =
  'tprv8ffTCHCcfVAVPC92pemiapfqGd4iserUHStagAW7KHYbXFGaZFcLrHHQCPPysA1rqcATjoWPrTrFtDPvutqMdS3oYgLvokX26uPniQ6LHBQ';
const wallet = openAccount([`wpkh(${key}/0/*)`, `wpkh(${key}/1/*)`], {
  network: 'regtest',
  next: { receive: 4, change: 2 },
});
const { address, next } = wallet.nextAddress(); // reveal_next_address

// list_unspent and balance: your backend lists the coins of the addresses.
const coins = wallet.coins([
  { txid: '11'.repeat(32), vout: 0, value: 90_000n, height: 1, address },
]);
console.log(
  next.receive,
  coins.reduce((sum, { value }) => sum + value, 0n),
);

// build_tx, add_recipient, fee_rate, finish; then sign, extract_tx and build_fee_bump.
const outputs = [{ address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', value: 60_000n }];
const payment = fund({ coins, outputs, change: wallet, feeRate: 2 });
const sent = extract((await sign(payment.psbt, { keys: wallet })).psbt);
const bumped = fund({ replaces: sent, change: wallet, feeRate: 6 });
console.log(payment.change?.next?.change, payment.fee, bumped.fee);

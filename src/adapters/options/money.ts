/** 21 million BTC, in satoshi. */
const MAX_MONEY = 2_100_000_000_000_000;

/** BTC as text to satoshi, as Core reads its options (util/moneystr.cpp, ParseMoney): no sign, no exponent. */
export function parseMoney(text: string): number | undefined {
  const parts = /^[ \f\n\r\t\v]*(\d{0,10})(?:\.(\d{0,8}))?[ \f\n\r\t\v]*$/.exec(text);
  if (parts === null || text.trim() === '') return undefined;
  const [, whole = '', fraction = ''] = parts;
  const satoshis = Number(whole || 0) * 1e8 + Number(fraction.padEnd(8, '0'));
  return satoshis <= MAX_MONEY ? satoshis : undefined;
}

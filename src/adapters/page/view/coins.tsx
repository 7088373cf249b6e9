import { formatAmount } from '../../../encoding/amount.ts';
import { strings } from '../language.ts';
import type { CoinView } from '../worker/funds.ts';
import { Choice } from './parts.tsx';

type Props = {
  /** Coins, the largest first. */
  readonly coins: readonly CoinView[];
  readonly chosen: readonly string[];
  readonly onChosen: (outpoints: readonly string[]) => void;
};

/** Limit of listed coins, because people read no longer list, and thousands slow the page down. */
const MOST_COINS = 200;

/** Selection of the coins to spend. */
export function Coins({ coins, chosen, onChosen }: Props) {
  const listed = coins.slice(0, MOST_COINS);
  const picked = coins.filter(({ outpoint }) => chosen.includes(outpoint));
  const sum = picked.reduce((total, { value }) => total + value, 0n);
  const toggle = (outpoint: string, isChosen: boolean) => {
    const others = chosen.filter((each) => each !== outpoint);
    onChosen(isChosen ? [...others, outpoint] : others);
  };
  return (
    <details>
      <summary>{strings.pay.coins}</summary>
      <p class="help">{strings.pay.coinsHelp}</p>
      <ul class="coins">
        {listed.map(({ outpoint, value, address, confirmations }) => (
          <li key={outpoint}>
            <Choice
              checked={chosen.includes(outpoint)}
              onChoose={(isChosen) => toggle(outpoint, isChosen)}
              label={
                <>
                  <strong>{formatAmount(value)} BTC</strong>{' '}
                  <span class="mono below">{address ?? outpoint}</span>
                  <span class="below">{strings.pay.confirmations(confirmations)}</span>
                </>
              }
            />
          </li>
        ))}
      </ul>
      {coins.length > MOST_COINS ? (
        <p class="help">{strings.pay.moreCoins(coins.length - MOST_COINS)}</p>
      ) : null}
      <p role="status">
        {picked.length === 0 ? '' : strings.pay.chosen(picked.length, formatAmount(sum))}
      </p>
    </details>
  );
}

import type { Client } from '../client.ts';
import { useRef, useState } from '../dom.ts';
import { words } from '../language.ts';
import type { CoinView, Payment } from '../worker/pay.ts';
import { Coins } from './coins.tsx';
import { Field, failing, Notice, unkept } from './parts.tsx';
import { type Payee, PayeeFields } from './payee-fields.tsx';

type Props = {
  readonly engine: Client;
  readonly coins: readonly CoinView[];
  /** Balance in BTC. */
  readonly balance: string;
  /** Fee rate of the snapshot; absent if it has none. */
  readonly estimate: string | undefined;
  readonly draft: Payment;
  readonly setDraft: (draft: Payment) => void;
  /** Called once the PSBT is open for review. */
  readonly onMade: () => void;
};

const blank: Payee = { address: '', amount: '', paysFee: false };

/** Form for payees, amounts, fee and coins. */
export function PaymentForm({ engine, coins, balance, estimate, draft, setDraft, onMade }: Props) {
  const [problem, setProblem] = useState<string>();
  const more = useRef<HTMLButtonElement>(null);
  // A scan ends later: it changes the draft as it is then.
  const latest = useRef(draft);
  latest.current = draft;
  const { payees } = draft;
  const change = (changed: Partial<Payment>) => setDraft({ ...latest.current, ...changed });
  const changePayee = (index: number, payee: Partial<Payee>) =>
    change({
      payees: latest.current.payees.map((each, i) => (i === index ? { ...each, ...payee } : each)),
    });
  const remove = (index: number) => {
    change({ payees: payees.filter((_, i) => i !== index) });
    more.current?.focus();
  };
  const make = async () => {
    setProblem(
      await failing(async () => {
        await engine.makePayment(draft);
        onMade();
      }),
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      {payees.map((payee, index) => (
        <PayeeFields
          key={index}
          engine={engine}
          number={index + 1}
          payee={payee}
          onChange={(changed) => changePayee(index, changed)}
          onRemove={payees.length > 1 ? () => remove(index) : undefined}
        />
      ))}
      <button ref={more} type="button" onClick={() => change({ payees: [...payees, blank] })}>
        {words.pay.add}
      </button>
      {payees.length > 1 ? null : (
        <button
          type="button"
          onClick={() =>
            change({
              coins: [],
              payees: payees.map((payee) => ({ ...payee, amount: balance, paysFee: true })),
            })
          }
        >
          {words.pay.all}
        </button>
      )}
      <section class="card">
        <Field
          id="pay-fee-rate"
          label={words.pay.feeRate}
          help={estimate === undefined ? words.pay.noEstimate : words.pay.feeRateHelp(estimate)}
        >
          <input
            id="pay-fee-rate"
            type="text"
            inputMode="decimal"
            aria-describedby="pay-fee-rate-help"
            value={draft.feeRate}
            onInput={(event) => change({ feeRate: event.currentTarget.value })}
            {...unkept}
          />
        </Field>
        <Coins
          coins={coins}
          chosen={draft.coins}
          onChosen={(chosen) => change({ coins: chosen })}
        />
      </section>
      {problem === undefined ? null : <Notice tone="stop">{problem}</Notice>}
      <button type="submit" class="main">
        {words.pay.make}
      </button>
    </form>
  );
}

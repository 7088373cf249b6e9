import { useEngine } from '../client.ts';
import { useRef } from '../dom.ts';
import { strings } from '../language.ts';
import type { CoinView } from '../worker/funds.ts';
import type { Payment } from '../worker/payment-outputs.ts';
import { Coins } from './coins.tsx';
import { Button, Form, Problem, TextField, useProblem } from './parts.tsx';
import { type Payee, PayeeFields } from './payee-fields.tsx';

type Props = {
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

/** Sends the balance to the first payee, less the fee. */
export const everything = (draft: Payment, balance: string): Payment => ({
  ...draft,
  coins: [],
  payees: draft.payees.slice(0, 1).map((payee) => ({ ...payee, amount: balance, paysFee: true })),
});

/** Form for payees, amounts, fee and coins. */
export function PaymentForm({ coins, balance, estimate, draft, setDraft, onMade }: Props) {
  const engine = useEngine();
  const { problem, run } = useProblem();
  const more = useRef<HTMLButtonElement>(null);
  // A scan that ends later must change the draft as it is then.
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
  const make = () =>
    run(async () => {
      await engine.makePayment(draft);
      onMade();
    });
  return (
    <Form onSend={make}>
      {payees.map((payee, index) => (
        <PayeeFields
          key={index}
          number={index + 1}
          payee={payee}
          onChange={(changed) => changePayee(index, changed)}
          onRemove={payees.length > 1 ? () => remove(index) : undefined}
        />
      ))}
      <div class="row">
        <Button
          ref={more}
          label={strings.pay.add}
          onClick={() => change({ payees: [...payees, blank] })}
        />
        {payees.length > 1 ? null : (
          <Button
            label={strings.pay.all}
            onClick={() => setDraft(everything(latest.current, balance))}
          />
        )}
      </div>
      <section class="card">
        <TextField
          id="pay-fee-rate"
          label={strings.pay.feeRate}
          help={estimate === undefined ? strings.pay.noEstimate : strings.pay.feeRateHelp(estimate)}
          inputMode="decimal"
          value={draft.feeRate}
          onText={(feeRate) => change({ feeRate })}
        />
        <Coins
          coins={coins}
          chosen={draft.coins}
          onChosen={(chosen) => change({ coins: chosen })}
        />
      </section>
      <Problem text={problem} />
      <Button type="submit" class="main" label={strings.pay.make} />
    </Form>
  );
}

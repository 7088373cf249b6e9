import { faultsIn, useEngine } from '../client.ts';
import { useEffect, useRef, useState } from '../dom.ts';
import { strings } from '../language.ts';
import type { FieldFault } from '../worker/failures.ts';
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
  /** Everything goes to one address. */
  readonly isSweep: boolean;
};

const blank: Payee = { address: '', amount: '', paysFee: false };

/** Sends the balance to the first payee, less the fee. */
export const everything = (draft: Payment, balance: string): Payment => ({
  ...draft,
  coins: [],
  payees: draft.payees.slice(0, 1).map((payee) => ({ ...payee, amount: balance, paysFee: true })),
});

/** Makes the payment, or holds what is wrong with its fields. The first one gets the focus. */
function useMaking({ draft, onMade }: Props) {
  const engine = useEngine();
  const { problem, run } = useProblem();
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current !== undefined) document.getElementById(wanted.current)?.focus();
    wanted.current = undefined;
  }, [faults]);
  const show = (found: readonly FieldFault[]) => {
    wanted.current = found[0] && `pay-${found[0].field}`;
    setFaults(found);
  };
  const make = () =>
    run(async () => {
      show([]);
      try {
        await engine.makePayment(draft);
      } catch (error) {
        return show(faultsIn(error));
      }
      onMade();
    });
  /** The value of this field has changed. */
  const clear = (field: string) =>
    setFaults((shown) => shown.filter((each) => each.field !== field));
  const faultOf = (field: string) => faults.find((each) => each.field === field)?.message;
  return { problem, make, faultOf, clear, clearAll: () => show([]) };
}

/** Form for payees, amounts, fee and coins. */
export function PaymentForm(props: Props) {
  const { balance, draft, setDraft, isSweep } = props;
  const making = useMaking(props);
  const { problem, make, faultOf, clear, clearAll } = making;
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
    clearAll();
    more.current?.focus();
  };
  return (
    <Form onSend={make}>
      {payees.map((payee, index) => (
        <PayeeFields
          key={index}
          number={index + 1}
          payee={payee}
          faultOf={(field) => faultOf(`${field}-${index + 1}`)}
          onChange={(changed) => {
            for (const field of Object.keys(changed)) clear(`${field}-${index + 1}`);
            changePayee(index, changed);
          }}
          isSweep={isSweep}
          onAll={
            payees.length > 1 ? undefined : () => setDraft(everything(latest.current, balance))
          }
          onRemove={payees.length > 1 ? () => remove(index) : undefined}
        />
      ))}
      {isSweep ? null : (
        <div class="row">
          <Button
            ref={more}
            label={strings.pay.add}
            onClick={() => change({ payees: [...payees, blank] })}
          />
        </div>
      )}
      <Terms {...props} making={making} onChange={change} />
      <Problem text={problem} />
      <Button type="submit" class="main" label={strings.pay.make} />
    </Form>
  );
}

type TermsProps = Props & {
  readonly making: ReturnType<typeof useMaking>;
  readonly onChange: (changed: Partial<Payment>) => void;
};

/** The fee rate, and the coins to spend. */
function Terms({ coins, estimate, draft, making, onChange, isSweep }: TermsProps) {
  const onRate = (feeRate: string) => {
    making.clear('fee-rate');
    onChange({ feeRate });
  };
  return (
    <section class="card">
      <TextField
        id="pay-fee-rate"
        label={strings.pay.feeRate}
        help={estimate === undefined ? strings.pay.noEstimate : strings.pay.feeRateHelp(estimate)}
        inputMode="decimal"
        value={draft.feeRate}
        fault={making.faultOf('fee-rate')}
        onText={onRate}
      />
      {isSweep ? null : (
        <Coins
          coins={coins}
          chosen={draft.coins}
          onChosen={(chosen) => onChange({ coins: chosen })}
        />
      )}
    </section>
  );
}

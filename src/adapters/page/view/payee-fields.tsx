import type { Client } from '../client.ts';
import { useLayoutEffect, useRef, useState } from '../dom.ts';
import { engineWords, words } from '../language.ts';
import type { IntakeView } from '../worker/intake.ts';
import type { Payment } from '../worker/pay.ts';
import { Camera } from './camera.tsx';
import { Field, failing, Notice, unkept } from './parts.tsx';

export type Payee = Payment['payees'][number];

type Props = {
  readonly engine: Client;
  readonly number: number;
  readonly payee: Payee;
  readonly onChange: (changed: Partial<Payee>) => void;
  /** Absent if it is the only payee. */
  readonly onRemove: (() => void) | undefined;
};

/** Fields of one payee. */
export function PayeeFields({ engine, number, payee, onChange, onRemove }: Props) {
  const [isFilming, setFilming] = useState(false);
  const [problem, setProblem] = useState<string>();
  const first = useRef<HTMLTextAreaElement>(null);
  const legend = words.pay.payee(number);
  const id = (field: string) => `pay-${field}-${number}`;
  useLayoutEffect(() => {
    if (number > 1) first.current?.focus();
  }, []);

  const read = async (typed?: string) => {
    setProblem(
      await failing(async () => {
        const { address, amount } = await engine.readPayee(typed);
        onChange(amount === undefined ? { address } : { address, amount });
      }),
    );
  };
  const onSeen = async (seen: IntakeView) => {
    if (seen.status === 'nothing' || seen.status === 'partial') return;
    setFilming(false);
    if (seen.status === 'refused') return setProblem(seen.message);
    const isPayee = seen.kind === 'address' || seen.kind === 'payment-uri';
    if (!isPayee) return setProblem(words.check.wrongKind(engineWords(seen.words)));
    await read();
  };
  const onAddress = (address: string) => {
    onChange({ address });
    if (/^bitcoin:/i.test(address.trim())) void read(address);
  };
  return (
    <fieldset class="card">
      <legend>{legend}</legend>
      <Field id={id('address')} label={words.pay.fields.address} help={words.pay.help.address}>
        <textarea
          ref={first}
          id={id('address')}
          rows={2}
          aria-describedby={`${id('address')}-help`}
          value={payee.address}
          onInput={(event) => onAddress(event.currentTarget.value)}
          {...unkept}
        />
      </Field>
      {isFilming ? (
        <Camera engine={engine} onTaken={onSeen} onClose={() => setFilming(false)} />
      ) : (
        <button
          type="button"
          aria-label={`${words.pay.scan}: ${legend}`}
          onClick={async () => {
            await engine.beginIntake();
            setProblem(undefined);
            setFilming(true);
          }}
        >
          {words.pay.scan}
        </button>
      )}
      {problem === undefined ? null : <Notice tone="stop">{problem}</Notice>}
      <Field id={id('amount')} label={words.pay.fields.amount} help={words.pay.help.amount}>
        <input
          id={id('amount')}
          type="text"
          inputMode="decimal"
          aria-describedby={`${id('amount')}-help`}
          value={payee.amount}
          onInput={(event) => onChange({ amount: event.currentTarget.value })}
          {...unkept}
        />
      </Field>
      <label class="choice">
        <input
          type="checkbox"
          checked={payee.paysFee}
          onChange={(event) => onChange({ paysFee: event.currentTarget.checked })}
        />
        <span>{words.pay.paysFee}</span>
      </label>
      {onRemove === undefined ? null : (
        <button type="button" class="quiet" onClick={onRemove}>
          {words.pay.remove(number)}
        </button>
      )}
    </fieldset>
  );
}

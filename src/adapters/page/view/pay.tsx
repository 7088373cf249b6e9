import type { Client } from '../client.ts';
import { useRef, useState } from '../dom.ts';
import type { KeysView } from '../engine/open-keys.ts';
import type { FundsView } from '../engine/pay.ts';
import { words } from '../words.ts';
import { failing, Intake, type Taken } from './intake.tsx';
import { Field, Notice, Title, unkept } from './parts.tsx';

type Props = {
  readonly engine: Client;
  readonly keys: KeysView | undefined;
  readonly funds: FundsView | undefined;
  readonly onFunds: (funds: FundsView) => void;
  /** A PSBT lies where something to sign is carried in. */
  readonly onMade: () => void;
};

/** A payment from what a snapshot knows: made here, then reviewed and signed as any other. */
export function Pay({ engine, keys, funds, onFunds, onMade }: Props) {
  const onTaken = async ({ kind, words: what }: Taken) => {
    if (kind !== 'binary') return words.pay.wrongKind(what);
    onFunds(await engine.openSnapshot());
    return undefined;
  };
  return (
    <>
      <Title>{words.pay.title}</Title>
      <p class="lead">{words.pay.lead}</p>
      {keys === undefined ? <Notice tone="note">{words.pay.needsKeys}</Notice> : null}
      {keys === undefined || funds !== undefined ? null : (
        <section class="card">
          <h2>{words.pay.snapshot}</h2>
          <p>{words.pay.snapshotHelp}</p>
          <Intake engine={engine} id="pay" onTaken={onTaken} />
        </section>
      )}
      {keys === undefined || funds === undefined ? null : (
        <Form engine={engine} funds={funds} onMade={onMade} />
      )}
    </>
  );
}

type FormProps = Pick<Props, 'engine' | 'onMade'> & { readonly funds: FundsView };

const fields = ['address', 'amount', 'feeRate'] as const;

function Form({ engine, funds, onMade }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string>();
  const make = async () => {
    const given = new FormData(form.current ?? undefined);
    const text = (name: (typeof fields)[number]) => String(given.get(name) ?? '');
    const payment = { address: text('address'), amount: text('amount'), feeRate: text('feeRate') };
    setProblem(
      await failing(async () => {
        await engine.makePayment(payment);
        onMade();
      }),
    );
  };
  return (
    <>
      <dl class="facts">
        <div>
          <dt>{words.pay.balance}</dt>
          <dd class="big">{funds.balance} BTC</dd>
        </div>
        <div>
          <dt>{words.pay.known}</dt>
          <dd>{words.pay.block(funds.height, funds.time)}</dd>
        </div>
      </dl>
      {funds.notes.map((note) => (
        <Notice key={note} tone="warn">
          {note}
        </Notice>
      ))}
      <form
        ref={form}
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        {fields.map((name) => (
          <Field
            key={name}
            id={`pay-${name}`}
            label={words.pay.fields[name]}
            help={words.pay.help[name]}
          >
            <input
              id={`pay-${name}`}
              name={name}
              type="text"
              inputMode={name === 'address' ? 'text' : 'decimal'}
              aria-describedby={`pay-${name}-help`}
              {...unkept}
            />
          </Field>
        ))}
        {problem === undefined ? null : <Notice tone="stop">{problem}</Notice>}
        <button type="submit" class="main">
          {words.pay.make}
        </button>
      </form>
    </>
  );
}

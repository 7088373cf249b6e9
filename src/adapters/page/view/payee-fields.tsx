import { groupDigits, parseMoney } from '../../../encoding/amount.ts';
import { useEngine } from '../client.ts';
import { useLayoutEffect, useRef, useState } from '../dom.ts';
import { engineText, spaceDigits, strings } from '../language.ts';
import type { IntakeView } from '../worker/intake.ts';
import type { Payment } from '../worker/payment-outputs.ts';
import { Camera } from './camera.tsx';
import { bytesOf, FileButton } from './intake.tsx';
import {
  Button,
  Choice,
  described,
  Field,
  Notice,
  TextField,
  unkept,
  useProblem,
} from './parts.tsx';

export type Payee = Payment['payees'][number];

type Props = {
  readonly number: number;
  readonly payee: Payee;
  readonly faultOf: (field: 'address' | 'amount') => string | undefined;
  readonly onChange: (changed: Partial<Payee>) => void;
  /** Sends the balance. Absent if there are several payees. */
  readonly onAll: (() => void) | undefined;
  /** True for the only recipient, who gets everything. The page asks for the address alone. */
  readonly isSweep: boolean;
  /** Absent if it is the only payee. */
  readonly onRemove: (() => void) | undefined;
};

/** Imports that name a payee: an address, a request, or what may be the proof of a name. */
const PAYEES: readonly string[] = ['address', 'payment-uri', 'binary', 'cbor', 'text'];

/** BIP352: a silent payment address has at most 1,023 characters. The proof of a name has more. */
const LONGEST_ADDRESS = 1023;

/** Fills in a payee from what is typed, seen by the camera, or opened. */
function usePayee(onChange: Props['onChange']) {
  const engine = useEngine();
  const [isFilming, setFilming] = useState(false);
  const { problem, setProblem, run } = useProblem();
  const read = (typed?: string) =>
    run(async () => {
      const { address, amount, name } = await engine.readPayee(typed);
      onChange({ address, name, ...(amount !== undefined && { amount }) });
    });
  const onSeen = async (seen: IntakeView) => {
    if (seen.status === 'nothing' || seen.status === 'partial') return;
    setFilming(false);
    if (seen.status === 'refused') return setProblem(seen.message);
    if (!PAYEES.includes(seen.kind)) {
      return setProblem(strings.check.wrongKind(engineText(seen.words)));
    }
    await read();
  };
  const onAddress = (address: string) => {
    const isProof = address.length > LONGEST_ADDRESS;
    setProblem(undefined);
    onChange({ address: isProof ? '' : address, name: undefined });
    if (isProof || /^bitcoin:/i.test(address.trim())) void read(address);
  };
  const onFile = async (given: File | undefined) => {
    if (given === undefined) return;
    const bytes = await bytesOf(given);
    setProblem(bytes === undefined ? strings.intake.badFile : undefined);
    if (bytes !== undefined) await onSeen(await engine.takeBytes(bytes));
  };
  const film = async () => {
    await engine.beginIntake();
    setProblem(undefined);
    setFilming(true);
  };
  return { problem, isFilming, film, end: () => setFilming(false), onSeen, onAddress, onFile };
}

type WaysProps = Pick<Props, 'isSweep'> & {
  readonly legend: string;
  readonly ways: ReturnType<typeof usePayee>;
};

/** Ways to fill in the address without typing. */
const OtherWays = ({
  legend,
  isSweep,
  ways: { isFilming, film, end, onSeen, onFile },
}: WaysProps) => (
  <>
    {isFilming ? <Camera onTaken={onSeen} onClose={end} /> : null}
    <div class="row">
      <Button
        class="small"
        label={strings.pay.scan}
        aria-label={`${strings.pay.scan}: ${legend}`}
        disabled={isFilming}
        onClick={film}
      />
      {isSweep ? null : (
        <FileButton
          class="small"
          label={strings.pay.proof}
          name={`${strings.pay.proof}: ${legend}`}
          onFile={onFile}
        />
      )}
    </div>
  </>
);

/** Returns a typed amount in satoshi, so that a wrong place of the dot is seen. */
function satoshisOf(amount: string): string | undefined {
  const satoshis = amount.trim() === '' ? undefined : parseMoney(amount);
  return satoshis === undefined ? undefined : spaceDigits(`${groupDigits(satoshis)} sat`);
}

type AmountProps = Props & { readonly id: string };

/** Fields of one payee. */
export function PayeeFields(props: Props) {
  const { number, payee, faultOf, onChange, isSweep } = props;
  const ways = usePayee(onChange);
  const { problem, onAddress, onFile } = ways;
  const first = useRef<HTMLTextAreaElement>(null);
  const legend = strings.pay.payee(number);
  const id = (field: string) => `pay-${field}-${number}`;
  const fault = problem ?? faultOf('address');
  const address = { id: id('address'), help: strings.pay.help.address, fault };
  useLayoutEffect(() => {
    if (number > 1) first.current?.focus();
  }, []);
  return (
    <fieldset
      class="card"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void onFile(event.dataTransfer?.files[0]);
      }}
    >
      <legend>{legend}</legend>
      <Field {...address} label={strings.pay.fields.address}>
        <textarea
          ref={first}
          id={id('address')}
          rows={2}
          value={payee.address}
          onInput={(event) => onAddress(event.currentTarget.value)}
          {...described(address)}
          {...unkept}
        />
      </Field>
      <OtherWays legend={legend} isSweep={isSweep} ways={ways} />
      {payee.name === undefined ? null : (
        <Notice tone="good">{strings.pay.named(payee.name.name, payee.name.until)}</Notice>
      )}
      {isSweep ? null : <AmountFields {...props} id={id('amount')} />}
    </fieldset>
  );
}

/** The amount of a payee, and its notes. */
function AmountFields({ id, number, payee, faultOf, onChange, onAll, onRemove }: AmountProps) {
  return (
    <>
      <TextField
        id={id}
        label={strings.pay.fields.amount}
        help={satoshisOf(payee.amount) ?? strings.pay.help.amount}
        fault={faultOf('amount')}
        inputMode="decimal"
        value={payee.amount}
        onText={(amount) => onChange({ amount })}
      />
      {onAll && <Button class="small" label={strings.pay.all} onClick={onAll} />}
      <Choice
        label={strings.pay.paysFee}
        checked={payee.paysFee}
        onChoose={(paysFee) => onChange({ paysFee })}
      />
      {onRemove && <Button class="quiet" label={strings.pay.remove(number)} onClick={onRemove} />}
    </>
  );
}

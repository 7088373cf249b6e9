// Names and immediates of the WebAssembly instructions that the kernel uses. Another instruction is
// an error, so that nothing is skipped.

/** The immediates that follow an opcode. */
export type Form = 'none' | 'block' | 'index' | 'memory' | 'i32' | 'i64' | 'zero' | 'zeros';
export type VectorForm = 'none' | 'memory' | 'lanes' | 'lane' | 'memory-lane';

function named<F extends string>(text: string): Map<number, readonly [string, F]> {
  const entries = text.trim().split(/\s*\n\s*/);
  return new Map(
    entries.flatMap((line) => {
      const [form, first, ...names] = line.split(' ');
      return names.map((name, i) => [Number(first) + i, [name, form as F]] as const);
    }),
  );
}

/** A line is a form, the first opcode, and the names of this opcode and the ones after it. */
export const plain: ReadonlyMap<number, readonly [string, Form]> = named(`
  none 0x00 unreachable nop
  block 0x02 block loop if
  none 0x05 else
  none 0x0b end
  index 0x0c br br_if
  none 0x0f return
  index 0x10 call
  none 0x1a drop select
  index 0x20 local.get local.set local.tee global.get global.set
  memory 0x28 i32.load i64.load
  memory 0x2c i32.load8_s i32.load8_u i32.load16_s i32.load16_u
  memory 0x30 i64.load8_s i64.load8_u i64.load16_s i64.load16_u i64.load32_s i64.load32_u
  memory 0x36 i32.store i64.store
  memory 0x3a i32.store8 i32.store16 i64.store8 i64.store16 i64.store32
  zero 0x3f memory.size memory.grow
  i32 0x41 i32.const
  i64 0x42 i64.const
  none 0x45 i32.eqz i32.eq i32.ne i32.lt_s i32.lt_u i32.gt_s i32.gt_u i32.le_s i32.le_u i32.ge_s
  none 0x4f i32.ge_u i64.eqz i64.eq i64.ne i64.lt_s i64.lt_u i64.gt_s i64.gt_u i64.le_s i64.le_u
  none 0x59 i64.ge_s i64.ge_u
  none 0x67 i32.clz i32.ctz i32.popcnt i32.add i32.sub i32.mul i32.div_s i32.div_u i32.rem_s
  none 0x70 i32.rem_u i32.and i32.or i32.xor i32.shl i32.shr_s i32.shr_u i32.rotl i32.rotr
  none 0x79 i64.clz i64.ctz i64.popcnt i64.add i64.sub i64.mul i64.div_s i64.div_u i64.rem_s
  none 0x82 i64.rem_u i64.and i64.or i64.xor i64.shl i64.shr_s i64.shr_u i64.rotl i64.rotr
  none 0xa7 i32.wrap_i64
  none 0xac i64.extend_i32_s i64.extend_i32_u
`);

/** Opcodes after the prefix 0xfc. */
export const bulk: ReadonlyMap<number, readonly [string, Form]> = named(`
  zeros 10 memory.copy
  zero 11 memory.fill
`);

/** Opcodes after the prefix 0xfd. */
export const vector: ReadonlyMap<number, readonly [string, VectorForm]> = named(`
  memory 0 v128.load
  memory 9 v128.load32_splat
  memory 11 v128.store
  lanes 12 v128.const i8x16.shuffle
  none 17 i32x4.splat i64x2.splat
  lane 27 i32x4.extract_lane
  none 55 i32x4.eq
  none 77 v128.not v128.and v128.andnot v128.or v128.xor v128.bitselect v128.any_true
  memory-lane 91 v128.store64_lane
  memory 93 v128.load64_zero
  none 171 i32x4.shl i32x4.shr_s i32x4.shr_u i32x4.add
  none 177 i32x4.sub
  none 181 i32x4.mul
`);

/** YCbCr of full range (BT.601, as JFIF has it) becomes RGB in place; three samples a pixel, none subsampled. */
export function yccToRgb(data: Uint8Array | Uint16Array, bits: number): void {
  const largest = 2 ** bits - 1
  const middle = 2 ** (bits - 1)
  for (let i = 0; i < data.length; i += 3) {
    const luma = (data[i] as number) + 0.5
    const blue = (data[i + 1] as number) - middle
    const red = (data[i + 2] as number) - middle
    data[i] = Math.max(0, Math.min(largest, luma + 1.402 * red))
    data[i + 1] = Math.max(0, Math.min(largest, luma - 0.344136 * blue - 0.714136 * red))
    data[i + 2] = Math.max(0, Math.min(largest, luma + 1.772 * blue))
  }
}

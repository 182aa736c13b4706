/** Such as `1 file` and `1,204 files`. */
export function quantity(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

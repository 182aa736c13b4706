import { formatNumber } from './dates.ts'

/** "1 member", "1,200 members". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`
}

import { textLimits } from '@cresyl/contract/api/limits'
import type { Parameter } from './define-address.ts'
import type { OrderingBy } from './ordering.ts'

/** One text, '' for none. */
function one<Value extends string>(understand: (said: string) => Value | undefined): Parameter<Value | ''> {
  return {
    usual: '',
    read: ([said = '']) => understand(said.trim()),
    write: (value) => (value === '' ? [] : [value]),
    narrows: true,
  }
}

export const text = (longest: number = textLimits.search) => one((said) => said.slice(0, longest))

const idPattern = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const dayPattern = /^\d{4}-\d{2}-\d{2}$/

export const isId = (said: string): boolean => idPattern.test(said)

/** `others`: what may stand in place of an id. */
export const id = (...others: string[]) =>
  one((said) => (isId(said) || others.includes(said) ? said : undefined))

/** YYYY-MM-DD. */
export const day = () =>
  one((said) => (dayPattern.test(said) && !Number.isNaN(Date.parse(said)) ? said : undefined))

export const oneOf = <Value extends string>(values: readonly Value[]) =>
  one((said) => values.find((value) => value === said))

/** One of several ways to show something. */
export const wayOf = <Value extends string>(values: readonly Value[], usual: Value): Parameter<Value> => ({
  usual,
  read: ([said]) => values.find((value) => value === said),
  write: (value) => [value],
  narrows: false,
})

export function orderingBy<Column extends string>(
  columns: readonly Column[],
  usual: OrderingBy<Column>,
): Parameter<OrderingBy<Column>> {
  return wayOf<OrderingBy<Column>>(
    columns.flatMap((column) => [column, `-${column}` as const]),
    usual,
  )
}

/** In the order of `values`. */
export const someOf = <Value extends string>(values: readonly Value[]): Parameter<readonly Value[]> => ({
  usual: [],
  read: (said) => values.filter((value) => said.some((list) => list.split(',').includes(value))),
  write: (chosen) => listed(values.filter((value) => chosen.includes(value))),
  narrows: true,
})

/** What is shown of each: none of them is a choice too. */
export const columnsOf = <Value extends string>(
  values: readonly Value[],
  usual: readonly Value[],
): Parameter<readonly Value[]> => ({
  ...someOf(values),
  usual,
  write: (chosen) => [chosen.join(',')],
  narrows: false,
})

/** In the order they were chosen in. */
export const ids = (...others: string[]): Parameter<readonly string[]> => ({
  usual: [],
  read: (said) =>
    [...new Set(said.flatMap((list) => list.split(',')))].filter(
      (each) => isId(each) || others.includes(each),
    ),
  write: listed,
  narrows: true,
})

const listed = (values: readonly string[]) => (values.length === 0 ? [] : [values.join(',')])

/** `said`: how the address says yes. */
export const flag = (said: string): Parameter<boolean> => ({
  usual: false,
  read: ([first]) => first === said,
  write: (isSet) => (isSet ? [said] : []),
  narrows: true,
})

/** Counts from 0; 1 in the address is the first. */
export const page = (): Parameter<number> => ({
  usual: 0,
  read: ([said]) => {
    const number = Number(said)
    return Number.isSafeInteger(number) && number >= 1 ? number - 1 : undefined
  },
  write: (number) => [String(number + 1)],
  narrows: false,
})

import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'
import { type Address, defineAddress } from './define-address.ts'
import { page, text } from './parameters.ts'

/** Opens a page of a list; `replace` leaves no way back to the page before. */
export type TurnTo = (page: number, how?: { replace?: boolean }) => void

/** What the address asks for, and how to change it. */
export function useAddress<Values extends object>(address: Address<Values>) {
  const [parameters, setParameters] = useChangingAddress()
  const values = useMemo(() => address.read(parameters), [address, parameters])
  const change = useCallback(
    (changes: Partial<Values>, options?: NavigateOptions) => {
      // Typing must not fill the history; turning pages may.
      const [field = '', ...others] = Object.keys(changes)
      const replace = others.length === 0 && typed.includes(field)
      setParameters((now) => address.change(now, changes), { replace, preventScrollReset: true, ...options })
    },
    [address, setParameters],
  )
  return { parameters, values, change }
}

const typed = ['search', 'q', 'address']

/** The same of a list with pages. */
export function useListAddress<Values extends { page: number }>(address: Address<Values>) {
  const { values: filter, change } = useAddress(address)
  const turnTo = useCallback<TurnTo>(
    (page, { replace = false } = {}) =>
      change({ page } as Partial<Values>, { replace, preventScrollReset: false }),
    [change],
  )
  return { filter, change, turnTo }
}

/** Of a list that is only searched. */
export const searchedList = defineAddress({ search: text(), page: page() })
export type SearchedList = typeof searchedList.usual

type Change = (now: URLSearchParams) => URLSearchParams

/**
 * The parameters of the address, and how to change some of them. The router hands every change the parameters of the
 * last picture on the screen: of two that come faster than it is drawn, the second would undo the first.
 */
export function useChangingAddress(): [URLSearchParams, (change: Change, options?: NavigateOptions) => void] {
  const [parameters, setParameters] = useSearchParams()
  const latest = useRef(parameters)
  useLayoutEffect(() => {
    latest.current = parameters
  }, [parameters])
  const change = useCallback(
    (changed: Change, options?: NavigateOptions) => {
      latest.current = changed(latest.current)
      setParameters(latest.current, options)
    },
    [setParameters],
  )
  return [parameters, change]
}

import { useCallback, useLayoutEffect, useRef } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'

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

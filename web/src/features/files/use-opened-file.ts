import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

const parameter = 'file'

/** The search part of the address that has this file open; what else it says stays. */
export function searchWith(parameters: URLSearchParams, fileId: string | null): string {
  const changed = new URLSearchParams(parameters)
  if (fileId === null) changed.delete(parameter)
  else changed.set(parameter, fileId)
  return changed.size === 0 ? '' : `?${changed}`
}

/** The file whose details lie over the page, as the address has it. */
export function useOpenedFile() {
  const [parameters, setParameters] = useSearchParams()
  const close = useCallback(
    () => setParameters((now) => new URLSearchParams(searchWith(now, null)), { preventScrollReset: true }),
    [setParameters],
  )
  return {
    openedId: parameters.get(parameter),
    /** Where a link leads that opens it. */
    searchOf: (fileId: string) => searchWith(parameters, fileId),
    close,
  }
}

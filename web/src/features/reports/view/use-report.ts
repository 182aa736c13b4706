import { useCallback, useEffect, useMemo, useState } from 'react'
import { useChangingAddress } from '../../../ui/address/use-address.ts'
import { type Fault, type Place, type Report, readReport, writeReport } from '../model/report.ts'
import type { Day } from '../period/days.ts'

/** The report as the address has it, how to change it, and what of the address could not be read. */
export function useReport(today: Day) {
  const [parameters, setParameters] = useChangingAddress()
  const [told, setTold] = useState<readonly Fault[]>([])
  const { report, faults } = useMemo(() => readReport(parameters, today), [parameters, today])

  // What makes no sense is told, and not left in the address to be handed on.
  useEffect(() => {
    if (faults.length === 0) return
    setTold(faults)
    setParameters((now) => writeReport(readReport(now, today).report, today, now), {
      replace: true,
      preventScrollReset: true,
    })
  }, [faults, setParameters, today])

  const change = useCallback(
    (changed: (report: Report) => Report) =>
      setParameters((now) => writeReport(changed(readReport(now, today).report), today, now), {
        preventScrollReset: true,
      }),
    [setParameters, today],
  )
  const addressOf = useCallback(
    (place: Place) => `?${writeReport({ ...report, list: place }, today, parameters)}`,
    [report, today, parameters],
  )
  return { report, change, addressOf, faults: told, dismiss: () => setTold([]) }
}

import type { z } from '@cresyl/contract/api/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useOwnPreferences } from '../../../lib/session/preferences-context.tsx'

/** What someone has chosen on this device, the same in every part of the page that shows it. */
export function useKept<Value>(
  key: string,
  schema: z.ZodType<Value>,
  usual: Value,
): [Value, (value: Value) => void] {
  const preferences = useOwnPreferences()
  const client = useQueryClient()
  const queryKey = ['kept', key]
  const { data } = useQuery<Value>({
    queryKey,
    queryFn: async () => {
      const parsed = schema.safeParse(await preferences.get(key))
      return parsed.success ? parsed.data : usual
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  function keep(value: Value) {
    client.setQueryData(queryKey, () => value)
    preferences.set(key, value)
  }
  return [data ?? usual, keep]
}

import { useLayoutEffect, useRef, useState } from 'react'

/** So near to the end counts as at the end, in pixels. */
const near = 24

/** For a box whose content grows at its end: stays there as long as its reader does. */
export function useFollowedEnd(last: unknown) {
  const ref = useRef<HTMLDivElement>(null)
  const [following, setFollowing] = useState(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: again whenever there is something new at the end
  useLayoutEffect(() => {
    if (following && ref.current) ref.current.scrollTop = ref.current.scrollHeight
  }, [following, last])

  function onScroll() {
    const box = ref.current
    if (box) setFollowing(box.scrollHeight - box.scrollTop - box.clientHeight <= near)
  }

  return { ref, onScroll, following, follow: () => setFollowing(true) }
}

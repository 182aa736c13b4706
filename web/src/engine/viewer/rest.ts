/** Says that nothing has happened for a while. */
export interface Rest {
  /** Something happens now: the while begins again. */
  begin(): void
  isPending(): boolean
  end(): void
}

export function createRest(milliseconds: number, onRest: () => void): Rest {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    begin() {
      end()
      timer = setTimeout(() => {
        timer = undefined
        onRest()
      }, milliseconds)
    },
    isPending: () => timer !== undefined,
    end,
  }
}

// One recording, from the question for the microphone to the voice message. Leaving the conversation throws it away.
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { prepareFile } from '../../files/chosen-files.ts'
import { toastError, toastProblem } from '../../../lib/app/toast.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { minBytes, startRecording, type Recording } from '../../../lib/media/voice-recorder.ts'
import type { Outgoing } from './outgoing.ts'

interface UseRecording {
  mayGo(go: () => void, back: () => void): boolean
  onSend(message: Outgoing): void
  onEnd(): void
}

const tickMs = 80
/** Bars that fit on a wide screen. */
const keptLevels = 160

export function useRecording({ mayGo, onSend, onEnd }: UseRecording) {
  const { t } = useLingui()
  const [state, setState] = useState<'asking' | 'recording' | 'paused' | 'finishing'>('asking')
  const [startedAt, setStartedAt] = useState(0)
  const recording = useRef<Recording>(undefined)
  const words = useMicrophoneWords()
  const problem = useStable((error: unknown) => {
    const name = error instanceof DOMException ? error.name : ''
    if (words[name] === undefined) toastError(error)
    else toastProblem(words[name])
    onEnd()
  })

  useEffect(() => {
    let left = false
    const take = (started: Recording) => {
      if (left) return started.cancel()
      recording.current = started
      setStartedAt(performance.now())
      setState('recording')
    }
    startRecording().then(take, (error: unknown) => !left && problem(error))
    return () => {
      left = true
      recording.current?.cancel()
    }
  }, [problem])

  const { levels, now } = useLevels(state === 'recording' ? recording : undefined)
  const seconds = state === 'asking' ? 0 : Math.max(0, (now - startedAt) / 1000)

  const send = async (blob: Blob) => {
    if (blob.size < minBytes) return toastProblem(t`A gravação é curta demais e não foi enviada.`)
    const file = await prepareFile(new File([blob], `${t`Mensagem de voz`}.mp3`, { type: blob.type }))
    if (file) onSend({ body: '', file, isVoice: true, seconds: Math.max(1, Math.round(seconds)) })
  }
  const cancel = useStable(onEnd)
  const goOn = () => {
    if (!recording.current) return
    recording.current.resume()
    setStartedAt((before) => before + performance.now() - now)
    setState('recording')
  }
  const conclude = () => {
    const current = recording.current
    if (!current) return
    recording.current = undefined
    setState('finishing')
    current.stop().then(send).then(onEnd, problem)
  }
  const finish = useStable(() => {
    recording.current?.pause()
    setState('paused')
    if (mayGo(conclude, goOn)) conclude()
  })
  return { state, seconds, levels, cancel, finish }
}

/** Why it could not begin, by the error's name. */
function useMicrophoneWords(): Record<string, string> {
  const { t } = useLingui()
  return {
    NotAllowedError: t`O navegador não deixa o Balcão ouvir o microfone. Permita o microfone para este site e tente de novo.`,
    NotFoundError: t`Nenhum microfone foi encontrado.`,
    NotReadableError: t`Outro programa está usando o microfone.`,
  }
}

/** The last loudnesses, newest last, and the time of the newest. */
function useLevels(recording: { current: Recording | undefined } | undefined) {
  const [{ levels, now }, setLevels] = useState<{ levels: readonly number[]; now: number }>({ levels: [], now: 0 })
  useEffect(() => {
    if (!recording) return
    const timer = setInterval(() => {
      const level = recording.current?.level() ?? 0
      setLevels((before) => ({ levels: [...before.levels, level].slice(-keptLevels), now: performance.now() }))
    }, tickMs)
    return () => clearInterval(timer)
  }, [recording])
  return { levels, now }
}

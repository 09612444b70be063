const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

/** Whether a Host header names this machine; a web page that reaches us by a name of its own does not. */
export const isLoopbackHost = (host: string) => LOOPBACK.test(host)

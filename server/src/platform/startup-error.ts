/** Why the program cannot start, in one line for the operator; the program prints it and exits with 1. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

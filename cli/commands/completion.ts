import { Argument, type Command } from 'commander'

/** `assay completion`: prints what a shell runs to complete commands and options. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print the completion for a shell: source <(assay completion bash)')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionFor } = await import('../output/completion.ts')
      process.stdout.write(completionFor(shell, program))
    })
}

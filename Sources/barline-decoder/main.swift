import DecoderServing

DecoderServer.run(control: 3)

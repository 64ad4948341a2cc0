use std::sync::Arc;
use quarry::{client::*, data::*, protocol::label, world::level};
fn main() {
    tracing_subscriber::fmt().with_env_filter("warn,quarry=info").with_writer(std::io::stderr).init();
    let args: Vec<String> = std::env::args().collect();
    let lv: level_t::Level = read(&format!("levels/{}.ron", args[1]));
    let props: prop::PropCatalogue = read("assets/props.ron");
    let palette: look::Palette = read("assets/palette.ron");
    let graphics: graphics::Graphics = read("assets/graphics.ron");
    let built = Arc::new(level::build(label(&args[1]), &lv, &props).map_err(|e| format!("{e:?}")).unwrap());
    let stage = Stage { level: built.clone(), props: Arc::new(props), palette: Arc::new(palette), cast: Arc::new(vec![]), quality: graphics.qualities[&label(&args[2])], night: graphics.night };
    let size: Vec<f32> = args[3].split('x').map(|x| x.parse().unwrap()).collect();
    let r = open(Opening { stage, programme: Programme { matches: Box::new(puppet::Puppets { level: built }), seed: 1 }, speed: 1.0, size: (size[0], size[1]) });
    println!("{r:?}");
}
use quarry::data::level as level_t;
fn read<T: serde::de::DeserializeOwned>(p: &str) -> T { let t = std::fs::read_to_string(p).unwrap(); read_ron(p, &t).map_err(|e| e.snippet()).unwrap().0 }

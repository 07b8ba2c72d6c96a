"""Spanish words that carry no subject of their own, by class (see ``_lexicon``)."""

from __future__ import annotations

from dr_plugins.clarify._lexicon import Role

WORDS = {
    Role.FUNCTION: """
        el la los las lo un una unos unas de del a al y o ni pero sino que qué quien quién quiénes cual cuál cuáles cuales
        cuando cuándo donde dónde como cómo cuanto cuánto cuánta cuántos cuántas por para con sin sobre entre hacia desde
        hasta durante contra según ante tras en es son era eran fue fueron ser sido será está están estar estoy ha han he
        haber había hay tiene tienen tener puede pueden podría podrías puedes poder debe deben debería no sí si ya yo me
        mí mi mis tú te ti tu tus él ella ellos ellas nos nosotros nuestro usted ustedes se su sus le les muy más menos
        mucho mucha muchos muchas poco también tampoco solo sólo todo toda todos todas cada otro otra otros otras mismo
        misma así aún siempre nunca porque pues hace hacen hacer haz hagas conmigo algo""",
    Role.REQUEST: """
        ayúdame ayuda ayudar ayúdeme ayudarme dime decir decirme diga dígame cuéntame contar muéstrame mostrar muestra
        dame dar darme deme busca buscar búscame busque encuentra encontrar escribe escribir escriba redacta redactar crea
        crear investiga investigar investigue investigación investigaciones estudia estudiar estudio explica explicar
        explícame explique describe describir resume resumir resumen prepara preparar aprender saber sé conocer quiero
        quisiera querría gustaría deseo necesito necesitamos informe reporte panorama información info informaciones
        detalle artículo ensayo introducción tema asunto pregunta preguntas respuesta gracias hola empieza empezar
        comienza comenzar entender comprender interesa interesado pienso piensas piensa opinas opina opinión habla hablar
        háblame hable hábleme hablamos mencionado recomienda recomiendas recomendar recomiéndame recomendación
        recomendaciones aconseja aconsejas consejo consejos sugiere sugerencia sugerencias idea ideas elegir decidir pasa
        pasó mira mirar ver favor quiere quieres""",
    Role.FILLER: """
        cosa cosas algún alguna alguno algunos algunas nada alguien nuevo nueva nuevos novedoso viejo antiguo último
        última últimos últimas reciente recientes recientemente actual actuales actualmente moderno importante principal
        principales general generales básico varios diversos diferente diferentes cierto ciertos específico particular hoy
        ayer mañana ahora interesante interesantes bueno buena buen mejor mejores peor malo mal grande gran pequeño corto
        largo completo detallado exhaustivo simple fácil difícil popular famoso conocido año años tiempo vez manera forma
        tipo tipos clase lista número nombre enlace enlaces fuente fuentes página sitio documento texto contenido palabra
        conversación reunión internacional mundial global útil posible primero segundo próximo verdad falso hecho hechos
        punto puntos caso casos parte partes""",
    Role.DEICTIC: """
        este esta esto estos estas ese esa eso esos esas aquel aquella aquello aquellos aquellas ello éste ésta ése ésa
        dicho dicha dichos anterior""",
    Role.FACET: """
        tendencia tendencias tratamiento tratamientos terapia cura análisis analizar analiza analice comparación comparar
        compara comparativa desarrollo progreso avance avances impacto impactos efecto efectos influencia consecuencia
        consecuencias causa causas razón razones motivo motivos ventaja ventajas desventaja desventajas beneficio
        beneficios riesgo riesgos mecanismo mecanismos coste costes costo costos precio precios estado situación futuro
        perspectiva perspectivas desafío desafíos reto retos problema problemas solución soluciones aplicación
        aplicaciones uso usos ejemplo ejemplos método métodos enfoque estrategia estrategias papel rol importancia noticia
        noticias novedades funciona funcionan funcionamiento eficiencia eficacia seguridad rendimiento estadística
        estadísticas previsión pronóstico crecimiento evolución cambio cambios oportunidad oportunidades evaluación
        evaluar definición significado diferencia diferencias relación innovación innovaciones función estructura calidad
        mejorar mejora aumentar reducir evitar resolver potencial posibilidad prevención diagnóstico gestión regulación
        tamaño contexto""",
    Role.BROAD: """
        ia ai tecnología tecnologías técnica tecnológico salud sanidad medicina médico médica cáncer enfermedad
        enfermedades farmacia economía económico finanzas financiero negocio negocios inversión inversiones invertir
        dinero comercio banca banco bancos educación enseñanza aprendizaje escuela ciencia ciencias física química
        biología matemáticas ingeniería informática ordenador ordenadores computadora computadoras computación software
        hardware internet web programación historia cultura arte artes música cine película películas literatura lengua
        lenguas idioma idiomas religión filosofía psicología política derecho sociedad social deporte deportes juego
        juegos videojuegos viaje viajes turismo comida alimentos alimentación nutrición dieta fitness moda belleza
        ambiente medioambiente clima energía energías naturaleza agricultura manufactura transporte transportes robot
        robots robótica espacio ciberseguridad guerra vida carrera profesión empleo trabajo vivienda inmobiliario cripto
        criptomonedas blockchain contaminación sostenibilidad marketing publicidad logística seguros medios
        entretenimiento familia amor riqueza animales animal plantas coche coches automóviles vehículos electrónica
        semiconductores astronomía geografía globalización inmigración migración población pobreza desigualdad democracia
        bolsa vacuna vacunas vacunación genética biotecnología ecología pensiones impuestos ambiental""",
    Role.HEAD: """
        gen genes proteína proteínas medicamento medicamentos fármaco fármacos compuesto protocolo molécula virus enzima
        receptor anticuerpo algoritmo algoritmos modelo modelos sistema sistemas dispositivo dispositivos chip chips
        proyecto proyectos producto productos servicio servicios empresa empresas compañía compañías startup industria
        industrias mercado mercados sector sectores campo ámbito área áreas mundo país países gente persona personas datos
        ley leyes gobierno gobiernos plataforma herramienta herramientas norma estándar teoría material materiales evento
        eventos acontecimiento lugar lugares libro libros organización institución marca marcas programa cliente clientes
        usuario usuarios competidor amigo equipo jefe ciudad ciudades""",
}
